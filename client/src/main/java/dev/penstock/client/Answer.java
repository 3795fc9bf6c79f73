package dev.penstock.client;

import dev.penstock.provider.completion.AnswerConversion;
import dev.penstock.store.Bytes;
import dev.penstock.store.StoredBody;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One complete answer, in the form in which it is kept: a {@code chat.completion} as the provider wrote it or put together
 * from its stream, or the events of the stream itself where the caller had asked for one. Either can be had of either.
 * Immutable and thread-safe; the other form is made, and the JSON parsed, when it is first asked for.
 */
public final class Answer {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Bytes kept;
    private final AnswerForm form;
    private volatile @Nullable Bytes json;
    private volatile @Nullable JsonNode tree;

    /**
     * Wraps an answer.
     *
     * @param json a whole {@code chat.completion}
     */
    public Answer(Bytes json) {
        this(json, AnswerForm.JSON, json);
    }

    /**
     * An answer whose JSON may be known already.
     *
     * @param kept the bytes that are kept
     * @param form as what
     * @param json the same as a {@code chat.completion}; null to make it when it is asked for
     */
    Answer(Bytes kept, AnswerForm form, @Nullable Bytes json) {
        this.kept = kept;
        this.form = form;
        this.json = form == AnswerForm.JSON ? kept : json;
    }

    /**
     * An answer as the ledger keeps it.
     *
     * @param body a stored result; its content type tells its form
     * @return the answer
     */
    public static Answer stored(StoredBody body) {
        return new Answer(body.bytes(), AnswerForm.of(body.contentType()), null);
    }

    /**
     * The answer's JSON; of a stream, put together.
     *
     * @return a whole {@code chat.completion}, UTF-8 bytes
     */
    public Bytes json() {
        Bytes known = json;
        if (known == null) {
            known = Bytes.wrap(AnswerConversion.toJson(kept.unsafeArray()));
            json = known;
        }
        return known;
    }

    /**
     * The answer as a whole event stream. Where a stream was kept these are its own events, byte for byte what the live
     * reader got who had asked for the usage likewise; of JSON, one event for each choice and one for its finish.
     *
     * @param usage whether to give the usage that has an event of its own, where it is known
     * @return the events without comments, {@code [DONE]} last
     */
    public Bytes events(boolean usage) {
        return switch (form) {
            case EVENTS -> usage ? kept : Bytes.wrap(AnswerConversion.withoutUsage(kept.unsafeArray()));
            case JSON -> {
                ByteArrayOutputStream stream = new ByteArrayOutputStream(kept.size() + 256);
                AnswerConversion.toEvents(kept.unsafeArray(), usage).forEach(stream::writeBytes);
                yield Bytes.wrap(stream.toByteArray());
            }
        };
    }

    /**
     * The form in which it is kept.
     *
     * @return {@code application/json} or {@code text/event-stream}
     */
    public String contentType() {
        return form.contentType();
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
        return new String(json().unsafeArray(), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "Answer[" + form.contentType() + ", " + kept + "]";
    }

    private JsonNode message() {
        return parsed().path("choices").path(0).path("message");
    }

    private JsonNode parsed() {
        JsonNode known = tree;
        if (known == null) {
            known = MAPPER.readTree(json().unsafeArray());
            tree = known;
        }
        return known;
    }
}
