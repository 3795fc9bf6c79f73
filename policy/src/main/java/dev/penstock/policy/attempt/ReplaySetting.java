package dev.penstock.policy.attempt;

/**
 * What may be sent again by itself, chosen by the operation's owner (R-REPLAY-1). Ordered: each setting allows what the
 * one before it allows.
 */
public enum ReplaySetting {
    /** Nothing, not even after a proven NOT_SENT. */
    NEVER,
    /** After NOT_SENT, after the pause of a stop, and after a transient rejection. The default. */
    AFTER_REJECTION,
    /** Also after the provider interrupted the generation itself. */
    AFTER_INTERRUPTION,
    /** Also after an ambiguous end: the owner accepts duplicate generations, and that is recorded. */
    AFTER_ANYTHING;

    /**
     * Whether this setting allows another send after a verdict; the table of design 4, "replay setting".
     *
     * @param verdict how the attempt ended
     * @return false also for every verdict that ends the operation: our cancel, our deadline (B066) and our own failing
     *     code end it under every setting
     */
    public boolean allowsAfter(Verdict verdict) {
        return switch (verdict) {
            case Verdict.NotSent notSent -> this != NEVER && !notSent.endsTheOperation();
            case Verdict.Stop ignored -> this != NEVER;
            case Verdict.Transient ignored -> this != NEVER;
            case Verdict.Interrupted interrupted ->
                switch (interrupted.by()) {
                    case PROVIDER -> compareTo(AFTER_INTERRUPTION) >= 0;
                    case ERROR -> this == AFTER_ANYTHING;
                };
            case Verdict.Ambiguous ambiguous -> this == AFTER_ANYTHING && !ambiguous.endsTheOperation();
            case Verdict.Invalid ignored -> false;
            case Verdict.Internal ignored -> false;
            case Verdict.Rejected ignored -> false;
            case Verdict.Unusable ignored -> false;
            case Verdict.Completed ignored -> false;
        };
    }
}
