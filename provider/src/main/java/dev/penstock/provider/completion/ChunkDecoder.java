package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.provider.json.Json;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads one {@code chat.completion.chunk} or one whole {@code chat.completion} into an {@link AnswerBuilder}. Members
 * that it does not know are passed over.
 */
final class ChunkDecoder {

    private final AnswerBuilder answer;
    private final ChoiceDecoder choices;

    ChunkDecoder(AnswerBuilder answer, Iterable<String> reasoningFields) {
        this.answer = answer;
        this.choices = new ChoiceDecoder(reasoningFields);
    }

    /**
     * Reads one value.
     *
     * @param json where it is
     * @param length how many bytes from the array's start
     * @return what it holds; what came before an error in it stays in the answer
     * @throws JacksonException if it is not one JSON object
     */
    Chunk decode(byte[] json, int length) {
        Chunk chunk = new Chunk();
        try (JsonParser parser = Json.parser(json, 0, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new NotAnObject();
            }
            members(parser, json, chunk);
            if (parser.nextToken() != null) {
                throw new NotAnObject();
            }
        } finally {
            if (chunk.output) {
                answer.sawOutput();
            }
        }
        return chunk;
    }

    private void members(JsonParser parser, byte[] json, Chunk chunk) {
        ErrorObjects flat = new ErrorObjects();
        boolean flatError = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            switch (name) {
                case "choices" -> choices(parser, token, json, chunk);
                case "usage" -> usage(parser, token, json, chunk);
                case "error" -> error(parser, token, chunk);
                case "id" -> text(parser, token, answer::id);
                case "model" -> text(parser, token, answer::model);
                case "system_fingerprint" -> text(parser, token, value -> answer.systemFingerprint = value);
                case "service_tier" -> text(parser, token, value -> answer.serviceTier = value);
                case "created" -> created(parser, token);
                case "object" ->
                    flatError |= token == JsonToken.VALUE_STRING
                            && parser.getString().equals("error");
                case "cloudflare_error" -> {
                    flatError |= token == JsonToken.VALUE_TRUE;
                    flat.member(name, parser);
                }
                default -> flat.member(name, parser);
            }
        }
        if (chunk.error == null && flatError) {
            chunk.error = flat.facts();
        }
    }

    private void choices(JsonParser parser, @Nullable JsonToken token, byte[] json, Chunk chunk) {
        if (token != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        chunk.hasChoices = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                chunk.output |= choices.decode(parser, json, chunk.choiceCount, answer);
                chunk.choiceCount++;
            } else {
                parser.skipChildren();
            }
        }
    }

    private void usage(JsonParser parser, @Nullable JsonToken token, byte[] json, Chunk chunk) {
        if (token != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        answer.usage(
                Arrays.copyOfRange(json, from, (int) parser.currentLocation().getByteOffset()));
        chunk.usage = true;
    }

    private static void error(JsonParser parser, @Nullable JsonToken token, Chunk chunk) {
        boolean says = token == JsonToken.VALUE_STRING
                ? parser.getStringLength() > 0
                : token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY || token == JsonToken.VALUE_TRUE;
        if (says) {
            chunk.error = ErrorObjects.read(parser);
        } else {
            parser.skipChildren();
        }
    }

    private void created(JsonParser parser, @Nullable JsonToken token) {
        if (token == JsonToken.VALUE_NUMBER_INT && answer.created == null && parser.getStringLength() <= 18) {
            answer.created = parser.getLongValue();
        }
        parser.skipChildren();
    }

    private static void text(JsonParser parser, @Nullable JsonToken token, Consumer<String> to) {
        if (token == JsonToken.VALUE_STRING) {
            to.accept(parser.getString());
        }
        parser.skipChildren();
    }

    /** Reads an error that a stream names by its event instead of by a member (B030). */
    static ErrorFacts errorIn(byte[] json) {
        try (JsonParser parser = Json.parser(json, 0, json.length)) {
            parser.nextToken();
            return ErrorObjects.read(parser);
        }
    }

    /** The value is JSON and is not an object, or something follows it. */
    static final class NotAnObject extends JacksonException {
        private static final long serialVersionUID = 1L;

        NotAnObject() {
            super("not one JSON object");
        }
    }
}
