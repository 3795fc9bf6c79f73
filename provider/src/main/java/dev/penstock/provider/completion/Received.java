package dev.penstock.provider.completion;

/**
 * What one read brought: the input of the stream clocks.
 *
 * @param progress whether it brought progress (design 5): content, reasoning, refusal, a tool call's name or a fragment
 *     of its arguments; of a body that is not a stream, bytes of its JSON. Otherwise it was liveness only (R-STREAM-1)
 * @param phase where the response stands now
 */
public record Received(boolean progress, Phase phase) {

    /** Where a response stands. Only ever moves forward. */
    public enum Phase {
        /** More is needed. */
        OPEN,
        /** Every requested choice has finished; usage and [DONE] may follow, and have a grace (design 4). */
        FINISHED,
        /** Nothing that is to come can change anything: [DONE], an error object, or enough of an error's body. */
        ENDED,
        /** Over a cap: to be aborted by us, and judged as not the protocol (row 19, B017). */
        TOO_LARGE
    }
}
