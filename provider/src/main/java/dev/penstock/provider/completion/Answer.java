package dev.penstock.provider.completion;

import dev.penstock.provider.usage.Usage;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a response amounted to, whole or in part. Immutable as long as nobody writes to {@link #json()}. */
public final class Answer {

    private final byte[] json;
    private final boolean partial;
    private final @Nullable String id;
    private final @Nullable String model;
    private final @Nullable Usage usage;
    private final List<ToolCall> toolCalls;
    private final Set<AnswerFlag> flags;

    Answer(AnswerBuilder built, byte[] json, boolean partial, Set<AnswerFlag> flags) {
        this.json = json;
        this.partial = partial;
        this.id = built.id();
        this.model = built.model();
        this.usage = built.usage();
        this.toolCalls = built.toolCalls();
        this.flags = Set.copyOf(flags.isEmpty() ? EnumSet.noneOf(AnswerFlag.class) : flags);
    }

    /**
     * A {@code chat.completion}: the provider's own bytes without padding, or put together from a stream. Calls that did
     * not come whole stand under {@code incomplete_tool_calls}, where nothing executes them (B035). Of another status than
     * 200 it is the error's body, as far as it was read.
     *
     * @return the array itself, not to be written to; empty if nothing came
     */
    public byte[] json() {
        return json;
    }

    /**
     * Whether it is less than the provider meant to say.
     *
     * @return true if the protocol inside was not complete
     */
    public boolean partial() {
        return partial;
    }

    /**
     * The provider's id for the answer.
     *
     * @return the id, empty if none came
     */
    public Optional<String> id() {
        return Optional.ofNullable(id);
    }

    /**
     * The model that the provider says answered.
     *
     * @return the model, empty if none is named
     */
    public Optional<String> model() {
        return Optional.ofNullable(model);
    }

    /**
     * What the provider says was used.
     *
     * @return the last usage that came; empty = unknown, never 0 (R-STREAM-5)
     */
    public Optional<Usage> usage() {
        return Optional.ofNullable(usage);
    }

    /**
     * The calls in every choice, in order.
     *
     * @return complete and incomplete ones
     */
    public List<ToolCall> toolCalls() {
        return toolCalls;
    }

    /**
     * What is worth knowing about it.
     *
     * @return the flags that are set
     */
    public Set<AnswerFlag> flags() {
        return flags;
    }

    @Override
    public String toString() {
        return "Answer[" + json.length + " bytes, partial=" + partial + ", flags=" + flags + "]";
    }
}
