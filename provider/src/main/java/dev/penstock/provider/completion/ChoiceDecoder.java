package dev.penstock.provider.completion;

import dev.penstock.provider.json.Json;
import dev.penstock.provider.text.ByteBuilder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads one element of {@code choices}, whether it carries a {@code delta} or a {@code message}. */
final class ChoiceDecoder {

    private final Set<String> reasoningFields = new HashSet<>();

    ChoiceDecoder(Iterable<String> reasoningFields) {
        reasoningFields.forEach(this.reasoningFields::add);
    }

    /** Reads the object that the parser stands on; returns whether it brought output. */
    boolean decode(JsonParser parser, byte[] json, int position, AnswerBuilder answer) {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        if ("index".equals(parser.nextName())) {
            int index = index(parser, parser.nextToken(), position);
            parser.nextToken();
            return members(parser, json, answer.choice(index));
        }
        return decodeUnordered(parser, json, from, answer, position);
    }

    /** The index is not the first member: it is looked for before the rest is read. */
    private boolean decodeUnordered(JsonParser parser, byte[] json, int from, AnswerBuilder answer, int position) {
        int index = position;
        JsonToken token = parser.currentToken();
        while (token == JsonToken.PROPERTY_NAME) {
            boolean isIndex = parser.currentName().equals("index");
            JsonToken value = parser.nextToken();
            if (isIndex) {
                index = index(parser, value, position);
            } else {
                parser.skipChildren();
            }
            token = parser.nextToken();
        }
        int to = (int) parser.currentLocation().getByteOffset();
        byte[] object = Arrays.copyOfRange(json, from, to);
        try (JsonParser again = Json.parser(object, 0, object.length)) {
            again.nextToken();
            again.nextToken();
            return members(again, object, answer.choice(index));
        }
    }

    private static int index(JsonParser parser, @Nullable JsonToken token, int position) {
        boolean small = token == JsonToken.VALUE_NUMBER_INT && parser.getStringLength() <= 4;
        int index = small ? parser.getIntValue() : position;
        parser.skipChildren();
        return index < 0 ? position : index;
    }

    /** Reads members up to the object's end; the parser stands on the first name, or on the end. */
    private boolean members(JsonParser parser, byte[] json, ChoiceBuilder choice) {
        boolean output = false;
        while (parser.currentToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            switch (name) {
                case "delta" -> output |= message(parser, json, choice, false);
                case "message" -> output |= message(parser, json, choice, true);
                case "finish_reason" -> finish(parser, token, choice);
                case "logprobs" -> logprobs(parser, token, json, choice);
                case "error" -> {
                    choice.error |= token != JsonToken.VALUE_NULL;
                    parser.skipChildren();
                }
                default -> parser.skipChildren();
            }
            parser.nextToken();
        }
        return output;
    }

    private static void finish(JsonParser parser, @Nullable JsonToken token, ChoiceBuilder choice) {
        if (token == JsonToken.VALUE_STRING && !choice.isFinished()) {
            choice.finishReason = parser.getString();
        }
        parser.skipChildren();
    }

    private boolean message(JsonParser parser, byte[] json, ChoiceBuilder choice, boolean whole) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return false;
        }
        boolean output = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "role" -> {
                    if (value == JsonToken.VALUE_STRING && choice.role == null) {
                        choice.role = parser.getString();
                    }
                }
                case "content" -> output |= content(parser, value, choice.content);
                case "refusal" -> output |= text(parser, value, choice.refusal);
                case "tool_calls" -> output |= CallDecoder.calls(parser, json, choice, whole);
                case "function_call" -> output |= CallDecoder.functionCall(parser, value, json, choice);
                default -> {
                    if (reasoningFields.contains(name)) {
                        TextField field = choice.reasoning.computeIfAbsent(name, ignored -> new TextField());
                        output |= text(parser, value, field);
                    }
                }
            }
            parser.skipChildren();
        }
        return output;
    }

    /** Content is a text, or a list of parts whose texts are joined. */
    private static boolean content(JsonParser parser, @Nullable JsonToken token, TextField field) {
        if (token != JsonToken.START_ARRAY) {
            return text(parser, token, field);
        }
        boolean output = false;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                parser.skipChildren();
                continue;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isText = parser.currentName().equals("text");
                JsonToken value = parser.nextToken();
                output |= isText && text(parser, value, field);
                parser.skipChildren();
            }
        }
        return output;
    }

    private static boolean text(JsonParser parser, @Nullable JsonToken token, TextField field) {
        if (token == JsonToken.VALUE_NULL) {
            field.sawNull();
        } else if (token == JsonToken.VALUE_STRING) {
            field.append(parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
            return parser.getStringLength() > 0;
        }
        return false;
    }

    private static void logprobs(JsonParser parser, @Nullable JsonToken token, byte[] json, ChoiceBuilder choice) {
        if (token != JsonToken.START_OBJECT) {
            return;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String list = parser.currentName();
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                continue;
            }
            int from = (int) parser.currentTokenLocation().getByteOffset() + 1;
            parser.skipChildren();
            int to = (int) parser.currentLocation().getByteOffset() - 1;
            if (from < to) {
                ByteBuilder elements = choice.logprobs.computeIfAbsent(list, ignored -> new ByteBuilder());
                if (elements.length() > 0) {
                    elements.append(',');
                }
                elements.append(json, from, to);
            }
        }
    }
}
