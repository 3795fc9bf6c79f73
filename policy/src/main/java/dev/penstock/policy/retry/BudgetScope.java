package dev.penstock.policy.retry;

/** Over what a retry budget counts (R-BUDGET-3). */
public enum BudgetScope {
    /** This process: every process of an account holds its own allowance. */
    PROCESS,
    /** The account: the processes share one allowance, each holding its part. */
    ACCOUNT
}
