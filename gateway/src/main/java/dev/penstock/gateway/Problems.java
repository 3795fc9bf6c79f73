package dev.penstock.gateway;

import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.RequestHead;
import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Errors outside the API, as problem documents (RFC 9457). */
final class Problems {

    private Problems() {}

    static Reply refuse(int status, String code, String message) {
        String json = JsonMapper.shared()
                .createObjectNode()
                .put("type", "about:blank")
                .put("title", code)
                .put("status", status)
                .put("detail", message)
                .toString();
        return new Reply(
                status, "application/problem+json", Map.of(), Bytes.wrap(json.getBytes(StandardCharsets.UTF_8)));
    }

    static Reply notFound(RequestHead ignored) {
        return refuse(404, "not_found", "there is nothing at this path");
    }
}
