package dev.penstock.gateway.operations;

import dev.penstock.gateway.server.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The description of the API, OpenAPI 3.1. */
final class OpenApi {

    private static final String TEXT = read();

    private OpenApi() {}

    static Reply reply() {
        return Reply.json(200, TEXT);
    }

    private static String read() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
