package dev.penstock.cli.run;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;

/** What the ledger's newest generation means for the line that bears its key. */
enum Standing {
    /** There is work to do, or the engine has to say whether there is. */
    OPEN,
    /** It has an answer. */
    ANSWERED,
    /** It waits for a decision. */
    UNKNOWN,
    /** It ended without an answer, for good. */
    FAILED,
    /** The stored request is another one. */
    CHANGED;

    static Standing of(OperationRecord known, boolean same) {
        if (!same) {
            return CHANGED;
        }
        return switch (known.state()) {
            case SUCCEEDED -> ANSWERED;
            case UNKNOWN_OUTCOME -> UNKNOWN;
            case FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH -> FAILED;
            // Whether it is reopened is the engine's to decide.
            case DEAD_LETTER -> isUnusable(known) ? FAILED : OPEN;
            case RECEIVED, CLAIMED, DISPATCHING, RETRY_SCHEDULED -> OPEN;
        };
    }

    /** Whether {@code --retry-failed} gives such a line a new generation (design 13). */
    static boolean isRetriedOnWish(OperationRecord known, Standing standing) {
        return switch (standing) {
            case CHANGED -> known.state().isSettled();
            case FAILED -> known.state() == OperationState.FAILED_PERMANENT || isUnusable(known);
            case OPEN, ANSWERED, UNKNOWN -> false;
        };
    }

    private static boolean isUnusable(OperationRecord known) {
        return known.state() == OperationState.DEAD_LETTER
                && (known.reason() == EndReason.QUARANTINED || known.reason() == EndReason.INTERRUPTED);
    }
}
