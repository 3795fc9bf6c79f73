package dev.penstock.policy.admission;

import java.time.Duration;

/**
 * How long a request may wait for a permit, and how the waiting share (design 5 and 6).
 *
 * @param minimumUseful the shortest attempt worth starting; a waiter with less time left expires; zero or more
 * @param maxWaitShare the wait, predicted and in fact, may take at most this part of the time left, above 0, at most 1
 * @param interactiveMaxWait and for interactive work at most this long; positive
 * @param fairness the shares
 */
public record QueueSettings(
        Duration minimumUseful, double maxWaitShare, Duration interactiveMaxWait, Fairness fairness) {

    /** Checks the ranges. */
    public QueueSettings {
        if (minimumUseful.isNegative()) {
            throw new IllegalArgumentException("minimumUseful must not be negative, was " + minimumUseful);
        }
        if (!(maxWaitShare > 0 && maxWaitShare <= 1)) {
            throw new IllegalArgumentException("maxWaitShare must be in (0, 1], was " + maxWaitShare);
        }
        if (!interactiveMaxWait.isPositive()) {
            throw new IllegalArgumentException("interactiveMaxWait must be positive, was " + interactiveMaxWait);
        }
    }

    /**
     * The defaults.
     *
     * @return 100 ms, 25 % of the time left, interactive at most 10 s, default shares
     */
    public static QueueSettings defaults() {
        return new QueueSettings(Duration.ofMillis(100), 0.25, Duration.ofSeconds(10), Fairness.defaults());
    }
}
