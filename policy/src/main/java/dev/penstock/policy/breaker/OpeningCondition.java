package dev.penstock.policy.breaker;

import java.time.Duration;

/**
 * When a circuit breaker opens (R-BREAKER-1, design 6). Immutable and thread-safe.
 *
 * @param windowCalls how many of the last calls are looked at, at most; 2 to 127
 * @param windowSpan how far back they are looked at, at most; positive
 * @param minimumCalls from how many calls on the ratio decides; 1 to the window's calls
 * @param failurePercent the share of failures that opens it, 1 to 100
 * @param consecutiveFailures how many failures in a row open it while there are fewer calls than the minimum, 1 to 15
 */
public record OpeningCondition(
        int windowCalls, Duration windowSpan, int minimumCalls, int failurePercent, int consecutiveFailures) {

    /** Checks the ranges. */
    public OpeningCondition {
        if (windowCalls < 2 || windowCalls > 127) {
            throw new IllegalArgumentException("a window holds 2 to 127 calls, was " + windowCalls);
        }
        if (windowSpan.compareTo(Duration.ofMillis(1)) < 0 || windowSpan.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("a window spans 1 ms to 1 day, was " + windowSpan);
        }
        if (minimumCalls < 1 || minimumCalls > windowCalls) {
            throw new IllegalArgumentException("the minimum is 1 to the window's calls, was " + minimumCalls);
        }
        if (failurePercent < 1 || failurePercent > 100) {
            throw new IllegalArgumentException("a share of failures is 1 to 100 percent, was " + failurePercent);
        }
        if (consecutiveFailures < 1 || consecutiveFailures > 15) {
            throw new IllegalArgumentException("1 to 15 failures in a row, was " + consecutiveFailures);
        }
    }

    /**
     * The last 100 calls or 30 s; from 10 calls on, half of them failed; below that, 3 failures in a row.
     *
     * @return the defaults
     */
    public static OpeningCondition defaults() {
        return new OpeningCondition(100, Duration.ofSeconds(30), 10, 50, 3);
    }
}
