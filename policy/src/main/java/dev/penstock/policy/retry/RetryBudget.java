package dev.penstock.policy.retry;

import java.util.Locale;

/**
 * What bounds retries by a share of the originals and a slow floor (R-BUDGET-1, B063). Originals take no token, every
 * retry takes one when it is launched (R-BUDGET-2). Thread-safe, and never blocks.
 */
public sealed interface RetryBudget permits TokenBucket, LeasedTokens {

    /**
     * The budget's name, for metrics and messages.
     *
     * @return a name and the scope: "deepseek/process"
     */
    String name();

    /** Counts an original attempt that is launched. */
    void recordOriginal();

    /**
     * Takes a token for a retry that is about to be launched.
     *
     * @return the token, or when to come back
     */
    TokenOutcome tryTake();

    /**
     * Whole tokens at hand, for metrics.
     *
     * @return 0 to the capacity
     */
    int available();

    /** A name with its scope (R-BUDGET-3). */
    static String name(String name, BudgetScope scope) {
        return name + "/" + scope.name().toLowerCase(Locale.ROOT);
    }
}
