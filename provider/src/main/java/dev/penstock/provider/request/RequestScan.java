package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads a chat completion's body once, front to back, and collects its facts. */
final class RequestScan {

    /** The most choices that a request may ask for, as the OpenAI reference for chat completions states. */
    private static final int MAX_CHOICES = 128;

    /** In UTF-8: a model's name names limits, also in the ledger, and any caller may make one up. */
    private static final int LONGEST_MODEL = 256;

    private final StrictWalk walk;
    private final JsonParser parser;
    private final RequestFacts facts = new RequestFacts();
    private boolean messages;

    RequestScan(byte[] body) {
        walk = new StrictWalk(body);
        parser = walk.parser();
        facts.afterBrace = walk.offset() + 1;
        while (walk.next() == JsonToken.PROPERTY_NAME) {
            member(parser.currentName());
        }
        if (walk.next() != null) {
            throw InvalidBody.here("something follows the JSON object", parser, null);
        }
        if (facts.model.isBlank()) {
            throw new InvalidBody("'model' is missing or empty", 0, "model");
        }
        if (!messages) {
            throw new InvalidBody("'messages' is missing or empty", 0, "messages");
        }
    }

    RequestFacts facts() {
        return facts;
    }

    private void member(String name) {
        JsonToken token = walk.next();
        switch (name) {
            case "model" -> model(token);
            case "messages" -> messages = nonEmptyArray(token, name);
            case "tools", "functions" -> facts.tools |= nonEmptyArray(token, name);
            case "stream" -> stream(token);
            case "stream_options" -> streamOptions(token);
            case "n" -> choices(token);
            case "max_tokens" -> facts.maxTokens = positive(token);
            case "max_completion_tokens" -> facts.maxCompletionTokens = positive(token);
            case "response_format" -> responseFormat(token);
            case "user_id" -> userId(token);
            default -> skip(token);
        }
    }

    private void model(@Nullable JsonToken token) {
        require(token == JsonToken.VALUE_STRING, "'model' is not a string", "model");
        remember(Edit.MODEL, token);
        String model = parser.getString();
        require(isShort(model), "'model' is longer than " + LONGEST_MODEL + " bytes", "model");
        require(model.chars().noneMatch(Character::isISOControl), "'model' contains a control character", "model");
        facts.model = model;
    }

    private static boolean isShort(String model) {
        return model.length() <= LONGEST_MODEL && model.getBytes(UTF_8).length <= LONGEST_MODEL;
    }

    private void stream(@Nullable JsonToken token) {
        require(
                token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE || token == JsonToken.VALUE_NULL,
                "'stream' is not a boolean",
                "stream");
        remember(Edit.STREAM, token);
        facts.stream = token == JsonToken.VALUE_TRUE;
    }

    private void streamOptions(@Nullable JsonToken token) {
        int start = walk.offset();
        require(
                token == JsonToken.START_OBJECT || token == JsonToken.VALUE_NULL,
                "'stream_options' is not an object",
                "stream_options");
        while (token == JsonToken.START_OBJECT && walk.next() == JsonToken.PROPERTY_NAME) {
            boolean usage = parser.currentName().equals("include_usage");
            JsonToken value = walk.next();
            if (usage && (value == JsonToken.VALUE_TRUE || value == JsonToken.VALUE_FALSE)) {
                facts.includeUsage = value == JsonToken.VALUE_TRUE;
            } else if (usage) {
                throw InvalidBody.here("'include_usage' is not a boolean", parser, "stream_options");
            }
            skip(value);
        }
        int end = token == JsonToken.VALUE_NULL ? start + "null".length() : walk.offset() + 1;
        facts.members.put(Edit.STREAM_OPTIONS, new Member(start, end, token == JsonToken.VALUE_NULL));
    }

    private void choices(@Nullable JsonToken token) {
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        OptionalLong n = positive(token);
        require(
                n.isPresent() && n.getAsLong() <= MAX_CHOICES,
                "'n' is not a whole number from 1 to " + MAX_CHOICES,
                "n");
        facts.choices = (int) n.orElse(1);
    }

    private void responseFormat(@Nullable JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            skip(token);
            return;
        }
        while (walk.next() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = walk.next();
            if (name.equals("type") && value == JsonToken.VALUE_STRING) {
                facts.format = switch (parser.getString()) {
                    case "json_object" -> ResponseFormat.JSON_OBJECT;
                    case "json_schema" -> ResponseFormat.JSON_SCHEMA;
                    default -> ResponseFormat.TEXT;
                };
            } else if (name.equals("json_schema") && value == JsonToken.START_OBJECT) {
                jsonSchema();
            } else {
                skip(value);
            }
        }
    }

    private void jsonSchema() {
        while (walk.next() == JsonToken.PROPERTY_NAME) {
            boolean schema = parser.currentName().equals("schema");
            JsonToken value = walk.next();
            int start = walk.offset();
            skip(value);
            if (schema && value == JsonToken.START_OBJECT) {
                facts.schema = new Member(start, walk.offset() + 1, false);
            }
        }
    }

    private void userId(@Nullable JsonToken token) {
        if (token == JsonToken.VALUE_STRING && parser.getStringLength() > 0) {
            facts.userId = parser.getString();
        }
        skip(token);
    }

    private boolean nonEmptyArray(@Nullable JsonToken token, String name) {
        if (token == JsonToken.VALUE_NULL && !name.equals("messages")) {
            return false;
        }
        require(token == JsonToken.START_ARRAY, "'" + name + "' is not an array", name);
        int depth = walk.depth();
        boolean any = false;
        while (walk.depth() >= depth) {
            JsonToken inner = walk.next();
            any |= walk.depth() >= depth;
            if (inner == JsonToken.VALUE_STRING) {
                facts.estimate.add(parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
            }
        }
        return any;
    }

    private OptionalLong positive(@Nullable JsonToken token) {
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getStringLength() <= 18) {
            long value = parser.getLongValue();
            return value > 0 ? OptionalLong.of(value) : OptionalLong.empty();
        }
        skip(token);
        return OptionalLong.empty();
    }

    /** Walks to the end of the value that begins with this token. */
    private void skip(@Nullable JsonToken token) {
        if (token != null && token.isStructStart()) {
            int depth = walk.depth();
            while (walk.depth() >= depth) {
                walk.next();
            }
        }
    }

    private void remember(Edit edit, @Nullable JsonToken token) {
        int start = walk.offset();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        facts.members.put(edit, new Member(start, end, token == JsonToken.VALUE_NULL));
    }

    private void require(boolean condition, String reason, String param) {
        if (!condition) {
            throw InvalidBody.here(reason, parser, param);
        }
    }
}
