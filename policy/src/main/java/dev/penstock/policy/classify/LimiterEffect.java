package dev.penstock.policy.classify;

/** What one attempt says to the limit on simultaneous work (R-ADMIT-6, R-CLASS-8). */
public enum LimiterEffect {
    /** A completion: the limit may grow. */
    COMPLETED,
    /** A 429 that names concurrency, or names nothing: less at once. */
    LOWER_CONCURRENCY,
    /** A 429 that names requests or tokens per minute: slower, not less at once. */
    LOWER_PACE,
    /** Says nothing. */
    NONE
}
