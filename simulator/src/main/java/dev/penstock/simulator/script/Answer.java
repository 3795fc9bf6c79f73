package dev.penstock.simulator.script;

import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.look.UsagePlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a generated answer looks like. Null and -1 leave a part to be derived from the request.
 *
 * @param text the content; null for words derived from the request
 * @param tokens how many words, or tokens of the given text, are generated before the request's own limit cuts in
 * @param reasoningTokens how many of reasoning come before them
 * @param deltas in how many pieces a stream carries the content; 0 for one per token
 * @param finish how every choice finishes
 * @param usage what is said of the tokens
 * @param error an error object inside a stream; null for none
 * @param shape as what it comes
 */
public record Answer(
        @Nullable String text,
        int tokens,
        int reasoningTokens,
        int deltas,
        Finish finish,
        UsageSpec usage,
        @Nullable StreamError error,
        Shape shape) {

    /** Everything derived from the request. */
    public static final Answer DERIVED =
            new Answer(null, -1, -1, 0, Finish.DERIVED, UsageSpec.AS_LOOKED, null, Shape.AS_ASKED);

    /** The most tokens that one answer has. */
    public static final int MAX_TOKENS = 10_000_000;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public Answer {
        if (tokens < -1 || tokens > MAX_TOKENS || reasoningTokens < -1 || reasoningTokens > MAX_TOKENS || deltas < 0) {
            throw new IllegalArgumentException("tokens must be between 0 and " + MAX_TOKENS + ", deltas not negative");
        }
    }

    /** As what an answer comes. */
    public enum Shape {
        /** As the request asks. */
        AS_ASKED,
        /** As one JSON object, though a stream may have been asked for. */
        JSON,
        /** As a stream, though one JSON object may have been asked for. */
        STREAM
    }

    /**
     * How an answer finishes.
     *
     * @param reason the finish reason of every choice; null for the one that the answer calls for
     * @param missing whether the reason is missing instead
     * @param unfinished choices that never finish, by index
     * @param done whether a stream ends with {@code [DONE]}
     */
    public record Finish(@Nullable String reason, boolean missing, List<Integer> unfinished, boolean done) {

        /** The reason that the answer calls for, on every choice, then {@code [DONE]}. */
        public static final Finish DERIVED = new Finish(null, false, List.of(), true);

        /** Copies the list. */
        public Finish {
            unfinished = List.copyOf(unfinished);
        }
    }

    /**
     * What an answer says of its tokens.
     *
     * @param place where; null for where the look has it
     * @param count the numbers; null for those derived from request and answer
     */
    public record UsageSpec(
            @Nullable UsagePlace place, @Nullable Usage count) {

        /** As the look has it, counted from request and answer. */
        public static final UsageSpec AS_LOOKED = new UsageSpec(null, null);
    }

    /**
     * An error object inside a stream that began with 200.
     *
     * @param afterDeltas how many deltas come before it; 0 puts it before everything, the role included
     * @param json the data of the event
     * @param event whether the event is named {@code error}
     * @param done whether {@code [DONE]} follows
     */
    public record StreamError(int afterDeltas, String json, boolean event, boolean done) {

        /** What an overloaded provider might say. */
        public static final String OVERLOADED =
                "{\"error\":{\"message\":\"Server Overloaded\",\"type\":\"server_error\",\"param\":null,\"code\":503}}";
    }
}
