package dev.penstock.policy.breaker;

import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How a circuit breaker behaves (design 6). Immutable and thread-safe.
 *
 * @param opening when it opens
 * @param openBase how long it stays open at first, plus or minus half of that by chance; positive
 * @param openCap what that doubles to at most, before chance; at least the base
 * @param successesToClose how many probes have to succeed, one after another, before it closes; at least 1
 * @param probePatience how long one probe may keep others out: a longer one is a call like any other, whose end no
 *     longer matters here; positive
 */
public record BreakerSettings(
        OpeningCondition opening, Duration openBase, Duration openCap, int successesToClose, Duration probePatience) {

    /** Checks the ranges. */
    public BreakerSettings {
        if (!openBase.isPositive()
                || openBase.compareTo(openCap) > 0
                || openCap.compareTo(Deadline.LONGEST.dividedBy(2)) > 0) {
            throw new IllegalArgumentException(
                    "the time open must be positive and not exceed its cap: " + openBase + ", " + openCap);
        }
        if (successesToClose < 1) {
            throw new IllegalArgumentException("at least one success closes a breaker, was " + successesToClose);
        }
        if (!probePatience.isPositive() || probePatience.compareTo(Deadline.LONGEST) > 0) {
            throw new IllegalArgumentException("the patience with a probe must be positive, was " + probePatience);
        }
    }

    /**
     * Open for 5 s ± 50 %, doubling to 60 s; one probe at a time, for at most 60 s; closed after 2 successes.
     *
     * @return the defaults
     */
    public static BreakerSettings defaults() {
        return new BreakerSettings(
                OpeningCondition.defaults(), Duration.ofSeconds(5), Duration.ofMinutes(1), 2, Duration.ofMinutes(1));
    }

    /**
     * Draws how long it stays open.
     *
     * @param reopenings how often it has opened again without having been closed, 0 for the first time
     * @param random the source of chance
     * @return nanoseconds
     * @throws IllegalStateException if the source gives what is no fraction of [0, 1)
     */
    long openNanos(int reopenings, RandomGenerator random) {
        long base = openBase.toNanos();
        long cap = openCap.toNanos();
        long nominal = reopenings >= Long.SIZE - 1 || base > cap >> reopenings ? cap : base << reopenings;
        double fraction = random.nextDouble();
        if (!(fraction >= 0 && fraction < 1)) {
            throw new IllegalStateException("a random fraction must be in [0, 1), was " + fraction);
        }
        return (long) (nominal * (0.5 + fraction));
    }
}
