package dev.penstock.policy.retry;

import dev.penstock.time.Deadline;
import java.time.Duration;

/**
 * The allowance of retries (R-BUDGET-1). Immutable and thread-safe.
 *
 * @param scope over what it counts
 * @param capacity tokens at most, and at the start; at least 1
 * @param depositPercent what every original attempt adds, in hundredths of a token, 0 to 100
 * @param floorInterval the time after which one token is added whatever the traffic, positive
 */
public record RetryBudgetSettings(BudgetScope scope, int capacity, int depositPercent, Duration floorInterval) {

    /** Checks the ranges. */
    public RetryBudgetSettings {
        if (capacity < 1) {
            throw new IllegalArgumentException("a retry budget holds at least one token, was " + capacity);
        }
        if (depositPercent < 0 || depositPercent > 100) {
            throw new IllegalArgumentException("a deposit is 0 to 100 percent of a token, was " + depositPercent);
        }
        if (!floorInterval.isPositive() || Deadline.LONGEST.dividedBy(capacity).compareTo(floorInterval) < 0) {
            throw new IllegalArgumentException("the interval of the floor must be positive and " + capacity
                    + " of them at most " + Deadline.LONGEST + ", was " + floorInterval);
        }
    }

    /**
     * Ten tokens, a tenth of a token per original, one token per ten seconds, for this process (design 5).
     *
     * @return the defaults
     */
    public static RetryBudgetSettings defaults() {
        return new RetryBudgetSettings(BudgetScope.PROCESS, 10, 10, Duration.ofSeconds(10));
    }

    /**
     * The same over something else.
     *
     * @param value over what it counts
     * @return a copy
     */
    public RetryBudgetSettings withScope(BudgetScope value) {
        return new RetryBudgetSettings(value, capacity, depositPercent, floorInterval);
    }

    /**
     * The same with another number of tokens.
     *
     * @param value tokens at most, and at the start; at least 1
     * @return a copy
     */
    public RetryBudgetSettings withCapacity(int value) {
        return new RetryBudgetSettings(scope, value, depositPercent, floorInterval);
    }
}
