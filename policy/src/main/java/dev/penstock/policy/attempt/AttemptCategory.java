package dev.penstock.policy.attempt;

/**
 * What one ended attempt means for a later send: the columns of the replay table and of "Reopening" in design 4. The
 * ledger keeps it beside every attempt, so that recovery and reopening need no verdict.
 */
public enum AttemptCategory {
    /** Provably not processed by the provider. */
    NOT_SENT,
    /** Stopped by credential, balance or quota. */
    STOP,
    /** Refused for a reason that passes. */
    TRANSIENT,
    /** Interrupted by the provider itself. */
    INTERRUPTED_BY_PROVIDER,
    /** It may have been processed; or it has not ended yet. */
    AMBIGUOUS,
    /** It ended for good: answered, rejected, unusable. */
    FINAL;

    /**
     * The category of a verdict.
     *
     * @param verdict how the attempt ended
     * @return its category
     */
    public static AttemptCategory of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.NotSent ignored -> NOT_SENT;
            case Verdict.Internal ignored -> NOT_SENT;
            case Verdict.Stop ignored -> STOP;
            case Verdict.Transient ignored -> TRANSIENT;
            case Verdict.Interrupted interrupted ->
                interrupted.by() == Verdict.Interrupted.By.PROVIDER ? INTERRUPTED_BY_PROVIDER : AMBIGUOUS;
            case Verdict.Ambiguous ignored -> AMBIGUOUS;
            case Verdict.Invalid ignored -> FINAL;
            case Verdict.Rejected ignored -> FINAL;
            case Verdict.Unusable ignored -> FINAL;
            case Verdict.Completed ignored -> FINAL;
        };
    }

    /**
     * Whether a dead letter whose attempts all bear such categories may be reopened.
     *
     * @return true for NOT_SENT, STOP and TRANSIENT
     */
    public boolean isReopenable() {
        return switch (this) {
            case NOT_SENT, STOP, TRANSIENT -> true;
            case INTERRUPTED_BY_PROVIDER, AMBIGUOUS, FINAL -> false;
        };
    }

    /**
     * Whether any process may continue a scheduled retry after such an attempt; otherwise only the one that saw it.
     *
     * @return false for AMBIGUOUS alone
     */
    public boolean anyoneMayContinue() {
        return this != AMBIGUOUS;
    }

    /**
     * The name in records and on the wire.
     *
     * @return lower case with underscores
     */
    public String wireName() {
        return WireNames.of(this);
    }
}
