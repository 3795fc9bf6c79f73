package dev.penstock.policy.retry;

/** The answer of a {@link RetryBudget}: a token, or when to come back. */
public sealed interface TokenOutcome permits RetryToken, TokenOutcome.Exhausted {

    /**
     * No token is left (R-BUDGET-2).
     *
     * @param budget the name of the budget, which says its scope
     * @param comeBackNanos when the floor alone will have added one; originals may do so sooner
     */
    record Exhausted(String budget, long comeBackNanos) implements TokenOutcome {}
}
