package dev.penstock.policy.admission;

import java.time.Duration;

/**
 * How often a place becomes free, measured between refusals. An immutable value.
 *
 * @param since when counting began, in ticks
 * @param counted how many had left by then
 * @param meanGap the mean time between two departures, 1 s to 60 s
 */
record DepartureRate(long since, long counted, Duration meanGap) {

    private static final long SHORTEST = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST = Duration.ofSeconds(60).toNanos();

    static DepartureRate startingAt(long now) {
        return new DepartureRate(now, 0, Duration.ofNanos(SHORTEST));
    }

    /** The rate once more was seen; the same value within a second of the last look. */
    DepartureRate observe(long departures, long now) {
        long elapsed = now - since;
        if (elapsed < SHORTEST) {
            return this;
        }
        long left = Math.max(1, departures - counted);
        return new DepartureRate(now, departures, Duration.ofNanos(Math.clamp(elapsed / left, SHORTEST, LONGEST)));
    }
}
