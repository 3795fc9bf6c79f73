package dev.penstock.policy.retry;

import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Full jitter: a delay drawn uniformly between zero and a ceiling that doubles with every retry (R-BACKOFF-1). Zero is a
 * legal draw. Durations beyond {@link Deadline#LONGEST} count as that, and no retry index makes the ceiling overflow
 * (B060). Immutable and thread-safe.
 *
 * @param base the ceiling of the first retry, positive
 * @param cap the highest ceiling, at least the base
 */
public record Backoff(Duration base, Duration cap) {

    /** Checks that base and cap are positive and in order (R-ATTEMPT-1). */
    public Backoff {
        if (!base.isPositive()) {
            throw new IllegalArgumentException("the base of a backoff must be positive, was " + base);
        }
        if (base.compareTo(cap) > 0) {
            throw new IllegalArgumentException("the base of a backoff must not exceed its cap: " + base + " > " + cap);
        }
    }

    /**
     * For work that somebody waits for: 0.5 s up to 4 s.
     *
     * @return the default of attached work
     */
    public static Backoff forAttached() {
        return new Backoff(Duration.ofMillis(500), Duration.ofSeconds(4));
    }

    /**
     * For work that goes on alone: 1 s up to 30 s.
     *
     * @return the default of background work
     */
    public static Backoff forBackground() {
        return new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    /**
     * The highest delay before a retry: min(cap, base · 2^index).
     *
     * @param retryIndex which retry, 0 for the first
     * @return nanoseconds, never decreasing with the index
     */
    public long ceilingNanos(int retryIndex) {
        if (retryIndex < 0) {
            throw new IllegalArgumentException("retries are counted from 0, was " + retryIndex);
        }
        long baseNanos = Deadline.saturatedNanos(base);
        long capNanos = Deadline.saturatedNanos(cap);
        boolean reachesCap = retryIndex >= Long.SIZE - 1 || baseNanos > capNanos >> retryIndex;
        return reachesCap ? capNanos : baseNanos << retryIndex;
    }

    /**
     * Draws the delay before a retry.
     *
     * @param retryIndex which retry, 0 for the first
     * @param random the source of chance
     * @return nanoseconds from 0 to the ceiling
     * @throws IllegalStateException if the source gives what is no fraction of [0, 1)
     */
    public long drawNanos(int retryIndex, RandomGenerator random) {
        long ceiling = ceilingNanos(retryIndex);
        double fraction = random.nextDouble();
        if (!(fraction >= 0 && fraction < 1)) {
            throw new IllegalStateException("a random fraction must be in [0, 1), was " + fraction);
        }
        return Math.min(ceiling, (long) (fraction * ceiling));
    }
}
