package dev.penstock.policy.attempt;

import java.util.List;

/**
 * What the body of a 200 amounted to, as the provider's completion judge found it (rows 14 to 25). "Output" is what
 * design 5 calls progress: content, reasoning, refusal, a tool call's name or a fragment of its arguments.
 */
public sealed interface Completion {

    /**
     * The protocol inside is complete: finish on every requested choice, or [DONE], or one whole JSON value under
     * complete framing.
     *
     * @param finishReasons the raw finish reason of every choice, in index order; "" where a choice has none
     * @param refusal whether some choice is a refusal
     * @param output whether any output came
     * @param choiceError whether a choice carries an error object of its own (B029)
     */
    record Whole(List<String> finishReasons, boolean refusal, boolean output, boolean choiceError)
            implements Completion {
        /** Copies the list. */
        public Whole {
            finishReasons = List.copyOf(finishReasons);
        }
    }

    /**
     * A complete error object stood where the answer should have been.
     *
     * @param error what it says
     * @param output whether output had come before it
     */
    record ErrorObject(ErrorFacts error, boolean output) implements Completion {}

    /** Only keep-alives, or nothing at all. */
    record Nothing() implements Completion {}

    /**
     * The framing is incomplete: a short length, a missing last chunk, half a JSON value at the close.
     *
     * @param output whether any output came
     */
    record Partial(boolean output) implements Completion {}

    /**
     * The stream ended by its framing, with neither a finish on every choice nor [DONE].
     *
     * @param output whether any output came
     */
    record Truncated(boolean output) implements Completion {}

    /**
     * What came is not the protocol: HTML, broken JSON, another content type, over the cap, an unknown coding.
     *
     * @param what in a few words, without any of the body's text
     */
    record NotTheProtocol(String what) implements Completion {}
}
