package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.provider.text.Redaction;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The members by which providers and intermediaries describe an error. Filled from one object, in any of the shapes in
 * use: OpenAI's {@code {"error":{…}}}, a bare text, flat members, an intermediary's (B040).
 */
final class ErrorObjects {

    private static final int MAX_NAME_LENGTH = 100;

    private @Nullable String code;
    private @Nullable String type;
    private @Nullable String message;
    private OptionalInt status = OptionalInt.empty();

    /** Reads the value that the parser stands on: an object, a text, or an array of either. */
    static ErrorFacts read(JsonParser parser) {
        ErrorObjects found = new ErrorObjects();
        found.value(parser);
        return found.facts();
    }

    private void value(JsonParser parser) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            message = message == null ? parser.getString() : message;
        } else if (token == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                value(parser);
            }
        } else if (token == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                member(name, parser);
            }
        }
    }

    /** Takes one member; the parser stands on its value. */
    void member(String name, JsonParser parser) {
        switch (name) {
            case "error" -> value(parser);
            case "message", "detail", "msg" -> message(parser);
            case "type" -> type = shortText(parser, type);
            case "code" -> {
                code = shortText(parser, code);
                status = code == null ? status : statusIn(code, status);
            }
            case "status", "status_code", "statusCode" -> {
                String text = shortText(parser, null);
                status = text == null ? status : statusIn(text, status);
            }
            case "cloudflare_error" -> {
                if (parser.currentToken() == JsonToken.VALUE_TRUE && type == null) {
                    type = "cloudflare_error";
                }
                parser.skipChildren();
            }
            default -> parser.skipChildren();
        }
    }

    private void message(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_STRING && message == null) {
            message = parser.getString();
        }
        parser.skipChildren();
    }

    /** A string or a number as a short text; anything else, or something long, leaves what was there. */
    private static @Nullable String shortText(JsonParser parser, @Nullable String before) {
        JsonToken token = parser.currentToken();
        if (token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL && parser.getStringLength() > 0) {
            return parser.getStringLength() <= MAX_NAME_LENGTH ? Redaction.of(parser.getString()) : before;
        }
        parser.skipChildren();
        return before;
    }

    private static OptionalInt statusIn(String text, OptionalInt before) {
        boolean threeDigits = text.length() == 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int value = threeDigits ? Integer.parseInt(text) : 0;
        return value >= 100 && value <= 599 ? OptionalInt.of(value) : before;
    }

    ErrorFacts facts() {
        String text = message == null ? null : Redaction.of(message);
        return new ErrorFacts(status, code, type, text == null || text.isEmpty() ? null : text);
    }
}
