package dev.penstock.policy.admission;

import java.time.Duration;

/**
 * How one {@link Limiter} behaves.
 *
 * @param limit attempts at once; provider limits are configuration (R-ADMIT-8)
 * @param abortHold how long an aborted attempt stays charged unless the provider's end is known before: DeepSeek 30 s,
 *     others zero (R-ADMIT-2)
 * @param queue how requests wait
 */
public record LimiterSettings(Limit limit, Duration abortHold, QueueSettings queue) {

    /** Refuses a negative hold. */
    public LimiterSettings {
        if (abortHold.isNegative()) {
            throw new IllegalArgumentException("abortHold must not be negative, was " + abortHold);
        }
    }

    /**
     * The defaults around a limit.
     *
     * @param limit attempts at once
     * @return no hold, default waiting
     */
    public static LimiterSettings defaults(Limit limit) {
        return new LimiterSettings(limit, Duration.ZERO, QueueSettings.defaults());
    }

    /**
     * The same with another hold.
     *
     * @param hold how long an aborted attempt stays charged
     * @return a copy
     */
    public LimiterSettings withAbortHold(Duration hold) {
        return new LimiterSettings(limit, hold, queue);
    }
}
