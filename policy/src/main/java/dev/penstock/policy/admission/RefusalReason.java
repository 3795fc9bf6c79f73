package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.EndReason;

/** Why admission said no (R-ADMIT-4). */
public enum RefusalReason {
    /** As many operations are retained as may be. */
    OPERATIONS,
    /** The retained operations' bytes fill their allowance. */
    BYTES,
    /** The operation alone is larger than the allowance: coming back does not help. */
    TOO_LARGE,
    /** As many callers have joined operations of others as may. */
    JOINERS,
    /** The wait for a permit, predicted or in fact, is longer than a wait may be. */
    QUEUE_WAIT,
    /** The predicted wait for a permit leaves no time for an attempt. */
    DEADLINE,
    /** The time left can no longer carry an attempt. */
    EXPIRED,
    /** Whoever asked took the request back. */
    WITHDRAWN;

    /**
     * The reason under which an operation ends that ends here.
     *
     * @return refused, deadline or cancelled
     */
    public EndReason endReason() {
        return switch (this) {
            case OPERATIONS, BYTES, TOO_LARGE, JOINERS, QUEUE_WAIT, DEADLINE -> EndReason.REFUSED;
            case EXPIRED -> EndReason.DEADLINE;
            case WITHDRAWN -> EndReason.CANCELLED;
        };
    }
}
