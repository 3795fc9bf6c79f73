package dev.penstock.policy.admission;

import java.time.Duration;

/**
 * How one {@link Limiter} behaves.
 *
 * @param limit attempts at once; provider limits are configuration (R-ADMIT-8)
 * @param abortHold how long an aborted attempt stays charged unless the provider's end is known before: DeepSeek 30 s,
 *     others zero (R-ADMIT-2); at most a day
 * @param reclaimAfter how long after its operation's deadline, and the hold, a permit that nobody gave back is taken
 *     back (B071); at most a day
 * @param pacing requests and tokens per minute
 * @param queue how requests wait
 */
public record LimiterSettings(
        Limit limit, Duration abortHold, Duration reclaimAfter, PacerSettings pacing, QueueSettings queue) {

    private static final Duration DAY = Duration.ofDays(1);

    /** Checks the ranges. */
    public LimiterSettings {
        requireUpToADay("abortHold", abortHold);
        requireUpToADay("reclaimAfter", reclaimAfter);
    }

    /**
     * The defaults around a limit.
     *
     * @param limit attempts at once
     * @return no hold, permits taken back after 10 s, no pacing, default waiting
     */
    public static LimiterSettings defaults(Limit limit) {
        return new LimiterSettings(
                limit, Duration.ZERO, Duration.ofSeconds(10), PacerSettings.NONE, QueueSettings.defaults());
    }

    /**
     * The same with another hold.
     *
     * @param hold how long an aborted attempt stays charged
     * @return a copy
     */
    public LimiterSettings withAbortHold(Duration hold) {
        return new LimiterSettings(limit, hold, reclaimAfter, pacing, queue);
    }

    /**
     * The same with pacing.
     *
     * @param rates requests and tokens per minute
     * @return a copy
     */
    public LimiterSettings withPacing(PacerSettings rates) {
        return new LimiterSettings(limit, abortHold, reclaimAfter, rates, queue);
    }

    private static void requireUpToADay(String name, Duration value) {
        if (value.isNegative() || value.compareTo(DAY) > 0) {
            throw new IllegalArgumentException(name + " must be zero to a day, was " + value);
        }
    }
}
