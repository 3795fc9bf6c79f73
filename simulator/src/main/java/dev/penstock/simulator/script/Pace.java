package dev.penstock.simulator.script;

import org.jspecify.annotations.Nullable;

/**
 * When the parts of an answer are written.
 *
 * @param beforeHead after the request was read, before the first byte of the answer
 * @param queue how long the request waits for its inference; keep-alives are sent meanwhile
 * @param beforeBody after the head, before the first byte of the body
 * @param betweenChunks between two events of a stream
 * @param beforeEnd before what ends the answer: {@code [DONE]} of a stream, the last byte of anything else
 * @param keepAlive the interval of keep-alives, {@link Span#FOREVER} for none; null for the look's
 * @param drip in which pieces the bytes go out
 */
public record Pace(
        Span beforeHead,
        Span queue,
        Span beforeBody,
        Span betweenChunks,
        Span beforeEnd,
        @Nullable Span keepAlive,
        Drip drip) {

    /** Everything at once. */
    public static final Pace AT_ONCE = new Pace(Span.ZERO, Span.ZERO, Span.ZERO, Span.ZERO, Span.ZERO, null, Drip.NONE);

    /**
     * Bytes that go out a few at a time.
     *
     * @param bytes how many at a time; 0 for no such limit
     * @param every the time between two pieces
     * @param bodyOnly whether the head is spared
     */
    public record Drip(int bytes, Span every, boolean bodyOnly) {

        /** No dripping. */
        public static final Drip NONE = new Drip(0, Span.ZERO, false);

        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException if the number of bytes is negative
         */
        public Drip {
            if (bytes < 0) {
                throw new IllegalArgumentException("drip needs at least one byte at a time");
            }
        }
    }
}
