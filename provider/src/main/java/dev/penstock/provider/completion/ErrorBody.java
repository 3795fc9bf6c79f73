package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.provider.json.Json;
import dev.penstock.provider.text.Redaction;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/** Reads an error's body, whatever form it has: JSON, plain text or a page of markup (B040). */
final class ErrorBody {

    private ErrorBody() {}

    /** What the body says, null if it says nothing. */
    static @Nullable ErrorFacts read(byte[] body) {
        String text = new String(body, UTF_8).strip();
        if (text.isEmpty()) {
            return null;
        }
        if (text.startsWith("{") || text.startsWith("[")) {
            try (JsonParser parser = Json.parser(body, 0, body.length)) {
                parser.nextToken();
                return ErrorObjects.read(parser);
            } catch (JacksonException e) {
                return new ErrorFacts(OptionalInt.empty(), null, null, "an error body that is not whole JSON");
            }
        }
        String message = Redaction.of(text);
        return message.isEmpty() ? null : new ErrorFacts(OptionalInt.empty(), null, null, message);
    }
}
