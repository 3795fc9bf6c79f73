package dev.penstock.time;

import java.time.Duration;

/**
 * The instant on a {@link Ticker} by which something has to have ended. Immutable and thread-safe; made once and passed
 * down, never reset (R-DEADLINE-1).
 *
 * <p>Durations longer than {@link #LONGEST} are taken as {@link #LONGEST}, so that arithmetic never wraps (B057, B062).
 */
public final class Deadline {

    /** The longest span a deadline can lie ahead: about 146 years, half of what a nanosecond count can hold. */
    public static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

    private final Ticker ticker;
    private final long at;

    private Deadline(Ticker ticker, long at) {
        this.ticker = ticker;
        this.at = at;
    }

    /**
     * A deadline that lies a span ahead of now.
     *
     * @param span how far ahead; negative spans give a deadline that has passed
     * @param ticker the clock that decides
     * @return the deadline
     */
    public static Deadline after(Duration span, Ticker ticker) {
        return afterNanos(saturatedNanos(span), ticker);
    }

    /**
     * A deadline that lies a number of nanoseconds ahead of now.
     *
     * @param nanos how far ahead, clamped to ±{@link #LONGEST}
     * @param ticker the clock that decides
     * @return the deadline
     */
    public static Deadline afterNanos(long nanos, Ticker ticker) {
        long limit = Long.MAX_VALUE / 2;
        return new Deadline(ticker, ticker.nanos() + Math.clamp(nanos, -limit, limit));
    }

    /**
     * What is left.
     *
     * @return nanoseconds until the deadline; zero or negative once it has passed
     */
    public long remainingNanos() {
        return at - ticker.nanos();
    }

    /**
     * What is left at a moment that was read already: a clock costs more than a subtraction.
     *
     * @param tick a reading of the deadline's own ticker
     * @return nanoseconds from then until the deadline; zero or negative if it had passed
     */
    public long remainingNanosAt(long tick) {
        return at - tick;
    }

    /**
     * What is left, never negative.
     *
     * @return the time until the deadline, zero once it has passed
     */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, remainingNanos()));
    }

    /**
     * Whether the deadline has passed.
     *
     * @return true once nothing is left
     */
    public boolean isExpired() {
        return remainingNanos() <= 0;
    }

    /**
     * Whether at least a span is left.
     *
     * @param span what is needed
     * @return true if the span fits
     */
    public boolean allows(Duration span) {
        return remainingNanos() >= saturatedNanos(span);
    }

    /**
     * The earlier of this deadline and one that lies a span ahead of now; this very object when it is the earlier.
     *
     * @param span how far ahead the other one lies
     * @return the earlier deadline, on the same ticker
     */
    public Deadline orSooner(Duration span) {
        long nanos = saturatedNanos(span);
        return remainingNanos() <= nanos ? this : afterNanos(nanos, ticker);
    }

    /**
     * The earlier of two deadlines on the same ticker.
     *
     * @param other the other deadline
     * @return the earlier one
     */
    public Deadline earlier(Deadline other) {
        return at - other.at <= 0 ? this : other;
    }

    /**
     * The span in nanoseconds, at most {@link #LONGEST} in either direction.
     *
     * @param span any duration
     * @return its nanoseconds, saturated
     */
    public static long saturatedNanos(Duration span) {
        long limit = Long.MAX_VALUE / 2;
        if (span.toSeconds() >= limit / 1_000_000_000L) {
            return limit;
        }
        if (span.toSeconds() <= -(limit / 1_000_000_000L)) {
            return -limit;
        }
        return span.toNanos();
    }

    @Override
    public String toString() {
        return "Deadline[remaining=" + Duration.ofNanos(remainingNanos()) + "]";
    }
}
