package dev.penstock.simulator.script;

/**
 * How a request's body is read.
 *
 * @param before a delay after the head, before the first byte of the body
 * @param atMost how many bytes of the body are read; {@link Long#MAX_VALUE} for all
 * @param hold how long nothing more is read after that, before the rest of the behaviour follows; only where the body
 *     was not read whole
 */
public record Reading(Span before, long atMost, Span hold) {

    /** All of it, at once. */
    public static final Reading WHOLE = new Reading(Span.ZERO, Long.MAX_VALUE, Span.ZERO);

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if {@code atMost} is negative
     */
    public Reading {
        if (atMost < 0) {
            throw new IllegalArgumentException("atMost must not be negative: " + atMost);
        }
    }

    /**
     * Whether the body is to be read whole.
     *
     * @return true if nothing limits it
     */
    public boolean isWhole() {
        return atMost == Long.MAX_VALUE;
    }
}
