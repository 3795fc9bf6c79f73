package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.Verdict;

/** What the end of an attempt says about the provider's limits. */
public enum CapacityEffect {
    /** The provider served it. */
    SERVED,
    /** Too many at once, or too many without a reason named: simultaneous work goes down (R-ADMIT-6). */
    TOO_MANY_AT_ONCE,
    /** Too many requests per minute. */
    TOO_MANY_REQUESTS,
    /** Too many tokens per minute. */
    TOO_MANY_TOKENS,
    /** It says nothing about limits. */
    NEUTRAL,
    /** Nothing was sent: the time for which the permit was out says nothing either. */
    UNUSED;

    /**
     * What a verdict says about the provider's limits. A 429 that names no reason counts as too many at once: less work
     * in flight helps against every limit (R-CLASS-8).
     *
     * @param verdict what the classifier made of the attempt
     * @return its effect
     */
    public static CapacityEffect of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Completed ignored -> SERVED;
            case Verdict.Transient transientRefusal -> of(transientRefusal.why());
            case Verdict.Invalid ignored -> UNUSED;
            case Verdict.NotSent ignored -> UNUSED;
            case Verdict.Internal ignored -> UNUSED;
            case Verdict.Stop ignored -> NEUTRAL;
            case Verdict.Rejected ignored -> NEUTRAL;
            case Verdict.Ambiguous ignored -> NEUTRAL;
            case Verdict.Interrupted ignored -> NEUTRAL;
            case Verdict.Unusable ignored -> NEUTRAL;
        };
    }

    private static CapacityEffect of(Verdict.Transient.Why why) {
        return switch (why) {
            case RATE_CONCURRENCY, RATE_UNKNOWN -> TOO_MANY_AT_ONCE;
            case RATE_RPM -> TOO_MANY_REQUESTS;
            case RATE_TPM -> TOO_MANY_TOKENS;
            case ALLOWLISTED, SERVER, OVERLOAD -> NEUTRAL;
        };
    }
}
