package dev.penstock.simulator.script;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A length of time: fixed, drawn uniformly between two bounds, or for ever.
 *
 * @param minMicros the shortest, in microseconds
 * @param maxMicros the longest; {@link Long#MAX_VALUE} together with an equal minimum means for ever
 */
public record Span(long minMicros, long maxMicros) {

    /** No time at all. */
    public static final Span ZERO = new Span(0, 0);

    /** Until somebody else ends it. */
    public static final Span FOREVER = new Span(Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if the minimum is negative or above the maximum
     */
    public Span {
        if (minMicros < 0 || minMicros > maxMicros) {
            throw new IllegalArgumentException("a span needs 0 <= minimum <= maximum");
        }
    }

    /**
     * A fixed length.
     *
     * @param length how long, not negative; cut to microseconds
     * @return the span
     */
    public static Span of(Duration length) {
        return between(length, length);
    }

    /**
     * A length that is drawn anew each time.
     *
     * @param shortest the shortest, not negative
     * @param longest the longest
     * @return the span
     */
    public static Span between(Duration shortest, Duration longest) {
        return new Span(micros(shortest), micros(longest));
    }

    /**
     * Reads a length of time.
     *
     * @param text for example {@code 250ms}, {@code 10ms..30ms} or {@code forever}; units are us, ms, s, m, h
     * @return the span
     * @throws IllegalArgumentException if it is none
     */
    public static Span parse(String text) {
        return SpanText.parse(text);
    }

    /**
     * Whether it is no time at all.
     *
     * @return true if both bounds are zero
     */
    public boolean isZero() {
        return maxMicros == 0;
    }

    /**
     * Whether it never ends by itself.
     *
     * @return true for {@link #FOREVER}
     */
    public boolean isForever() {
        return minMicros == Long.MAX_VALUE;
    }

    /**
     * One length.
     *
     * @param chance draws it, if the bounds differ
     * @return microseconds, {@link Long#MAX_VALUE} for ever
     */
    public long draw(RandomGenerator chance) {
        return minMicros == maxMicros ? minMicros : chance.nextLong(minMicros, maxMicros + 1);
    }

    private static long micros(Duration length) {
        if (length.toDays() > 365) {
            throw new IllegalArgumentException("longer than a year, use forever: " + length);
        }
        return length.toNanos() / 1_000;
    }
}
