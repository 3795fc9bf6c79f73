package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads the fragments of tool calls and of the older function call. Progress is a name or a piece of arguments. */
final class CallDecoder {

    private int index = -1;
    private @Nullable String id;
    private @Nullable String name;
    private @Nullable String arguments;

    private CallDecoder() {}

    /** A whole message's calls are told apart by their place, a delta's fragments by index or id. */
    static boolean calls(JsonParser parser, byte[] json, ChoiceBuilder choice, boolean whole) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        boolean progress = false;
        int position = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                CallDecoder fragment = new CallDecoder();
                fragment.members(parser, json);
                int at = fragment.index < 0 && whole ? position : fragment.index;
                position++;
                progress |= choice.call(at, fragment.id).add(fragment.id, fragment.name, fragment.arguments);
            } else {
                parser.skipChildren();
            }
        }
        return progress;
    }

    static boolean functionCall(JsonParser parser, @Nullable JsonToken token, byte[] json, ChoiceBuilder choice) {
        if (token != JsonToken.START_OBJECT) {
            return false;
        }
        CallDecoder fragment = new CallDecoder();
        fragment.function(parser, json);
        CallBuilder call = choice.functionCall == null ? new CallBuilder() : choice.functionCall;
        choice.functionCall = call;
        return call.add(null, fragment.name, fragment.arguments);
    }

    private void members(JsonParser parser, byte[] json) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String member = parser.currentName();
            JsonToken token = parser.nextToken();
            switch (member) {
                case "index" -> {
                    if (token == JsonToken.VALUE_NUMBER_INT && parser.getStringLength() <= 6) {
                        index = parser.getIntValue();
                    }
                }
                case "id" -> id = token == JsonToken.VALUE_STRING ? parser.getString() : id;
                case "function" -> {
                    if (token == JsonToken.START_OBJECT) {
                        function(parser, json);
                    }
                }
                default -> {}
            }
            parser.skipChildren();
        }
    }

    private void function(JsonParser parser, byte[] json) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String member = parser.currentName();
            JsonToken token = parser.nextToken();
            switch (member) {
                case "name" -> name = token == JsonToken.VALUE_STRING ? parser.getString() : name;
                case "arguments" -> arguments = arguments(parser, token, json);
                default -> parser.skipChildren();
            }
        }
    }

    /** Arguments are a text; some servers write the object itself, which is taken as its text. */
    private static @Nullable String arguments(JsonParser parser, @Nullable JsonToken token, byte[] json) {
        if (token == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        if (token != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return null;
        }
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int to = (int) parser.currentLocation().getByteOffset();
        return new String(json, from, to - from, UTF_8);
    }
}
