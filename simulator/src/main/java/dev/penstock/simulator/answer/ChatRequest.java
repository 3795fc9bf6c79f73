package dev.penstock.simulator.answer;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A chat-completions request, read as far as the answer depends on it. Nothing of it appears in its text form. */
public final class ChatRequest {

    private final JsonNode body;
    private final boolean parsed;

    private ChatRequest(JsonNode body, boolean parsed) {
        this.body = body;
        this.parsed = parsed;
    }

    /**
     * Reads a body, whatever it holds.
     *
     * @param bytes the body
     * @return the request; {@link #problem()} tells what is wrong with it
     */
    public static ChatRequest parse(byte[] bytes) {
        try {
            JsonNode body = bytes.length == 0 ? MissingNode.getInstance() : Json.MAPPER.readTree(bytes);
            return new ChatRequest(body, body.isObject());
        } catch (JacksonException e) {
            return new ChatRequest(MissingNode.getInstance(), false);
        }
    }

    /**
     * Why the provider would refuse it.
     *
     * @return the reason, if there is one
     */
    public Optional<String> problem() {
        if (!parsed) {
            return Optional.of("Failed to parse the request body as JSON");
        }
        if (model() == null) {
            return Optional.of("Missing required parameter: model");
        }
        JsonNode messages = body.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            return Optional.of("Empty input messages");
        }
        if (choices() < 1 || choices() > 128) {
            return Optional.of("n must be between 1 and 128");
        }
        return Optional.empty();
    }

    /**
     * The model asked for.
     *
     * @return its name, null if there is none
     */
    public @Nullable String model() {
        JsonNode model = body.path("model");
        return model.isString() ? model.stringValue() : null;
    }

    /**
     * Whether a stream is asked for.
     *
     * @return null if the body is not a JSON object
     */
    public @Nullable Boolean stream() {
        return parsed ? body.path("stream").asBoolean(false) : null;
    }

    /**
     * The text of the last user message.
     *
     * @return the text, null if there is none
     */
    public @Nullable String content() {
        JsonNode messages = body.path("messages");
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.path(i).path("role").asString("").equals("user")) {
                return text(messages.path(i).path("content"));
            }
        }
        return null;
    }

    private static @Nullable String text(JsonNode content) {
        if (content.isString()) {
            return content.stringValue();
        }
        if (!content.isArray()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            text.append(part.path("text").asString(""));
        }
        return text.toString();
    }

    int choices() {
        return body.path("n").asInt(1);
    }

    int maxTokens() {
        JsonNode limit = body.path("max_completion_tokens");
        int value = (limit.isNumber() ? limit : body.path("max_tokens")).asInt(0);
        return value > 0 ? value : Integer.MAX_VALUE;
    }

    boolean includesUsage() {
        return body.path("stream_options").path("include_usage").asBoolean(false);
    }

    @Nullable
    Boolean thinks() {
        String type = body.path("thinking").path("type").asString("");
        return type.isEmpty() ? null : type.equals("enabled");
    }

    boolean wantsJson() {
        return responseFormat().startsWith("json");
    }

    private String responseFormat() {
        return body.path("response_format").path("type").asString("");
    }

    JsonNode schema() {
        return body.path("response_format").path("json_schema").path("schema");
    }

    /** The function to call: the one that {@code tool_choice} names, else the first; missing if none is to be called. */
    JsonNode function() {
        JsonNode tools = body.path("tools");
        JsonNode choice = body.path("tool_choice");
        boolean answered = last().path("role").asString("").equals("tool");
        if (!tools.isArray() || answered || choice.asString("").equals("none")) {
            return MissingNode.getInstance();
        }
        String name = choice.path("function").path("name").asString("");
        for (JsonNode tool : tools) {
            JsonNode function = tool.path("function");
            if (name.isEmpty() || function.path("name").asString("").equals(name)) {
                return function;
            }
        }
        return MissingNode.getInstance();
    }

    private JsonNode last() {
        JsonNode messages = body.path("messages");
        return messages.path(messages.size() - 1);
    }

    /**
     * The tokens of the prompt, at a quarter of its characters.
     *
     * @return how many, at least 1
     */
    public long promptTokens() {
        return Math.max(
                1,
                tokens(body.path("messages").size())
                        + body.path("tools").toString().length() / 4);
    }

    /** The tokens of all messages but the last, in whole blocks of 64: what a provider may have in its cache. */
    long cachedTokens() {
        return tokens(body.path("messages").size() - 1) / 64 * 64;
    }

    private long tokens(int messages) {
        long tokens = 0;
        for (int i = 0; i < messages; i++) {
            String text = text(body.path("messages").path(i).path("content"));
            tokens += 3 + (text == null ? 0 : (text.length() + 3) / 4);
        }
        return tokens;
    }

    @Override
    public String toString() {
        return "ChatRequest[model=" + model() + ", stream=" + stream() + "]";
    }
}
