package dev.penstock.client;

import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One complete answer: a {@code chat.completion} as the provider wrote it, or put together from its stream. Immutable
 * and thread-safe; the JSON is parsed when it is first asked for.
 */
public final class Answer {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Bytes json;
    private volatile @Nullable JsonNode tree;

    /**
     * Wraps an answer.
     *
     * @param json a whole {@code chat.completion}
     */
    public Answer(Bytes json) {
        this.json = json;
    }

    /**
     * The answer's JSON.
     *
     * @return UTF-8 bytes
     */
    public Bytes json() {
        return json;
    }

    /**
     * The text of the first choice.
     *
     * @return its content; "" if it has none, as with tool calls
     */
    public String text() {
        return message().path("content").asString("");
    }

    /**
     * Why each choice ended, in index order: the provider's own words.
     *
     * @return the finish reasons; "" where a choice has none
     */
    public List<String> finishReasons() {
        List<String> reasons = new ArrayList<>();
        for (JsonNode choice : parsed().path("choices")) {
            reasons.add(choice.path("finish_reason").asString(""));
        }
        return List.copyOf(reasons);
    }

    /**
     * The model that answered, as the provider names it.
     *
     * @return its name, "" if the answer does not say
     */
    public String model() {
        return parsed().path("model").asString("");
    }

    /**
     * The first choice's tool calls as JSON. Executing one is a step of the application, guarded there (R-TOOL-2).
     *
     * @return the array's text, "[]" if there are none
     */
    public String toolCalls() {
        JsonNode calls = message().path("tool_calls");
        return calls.isArray() ? calls.toString() : "[]";
    }

    /**
     * The whole answer as text.
     *
     * @return the JSON
     */
    public String asJsonText() {
        return new String(json.unsafeArray(), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "Answer[" + json + "]";
    }

    private JsonNode message() {
        return parsed().path("choices").path(0).path("message");
    }

    private JsonNode parsed() {
        JsonNode known = tree;
        if (known == null) {
            known = MAPPER.readTree(json.unsafeArray());
            tree = known;
        }
        return known;
    }
}
