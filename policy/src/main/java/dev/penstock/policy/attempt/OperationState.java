package dev.penstock.policy.attempt;

/** The states of a generation (R-OP-2, design 8). Only the ledger's state machine moves between them. */
public enum OperationState {
    /** Accepted; nobody works on it. */
    RECEIVED,
    /** One worker holds it; nothing was sent in this attempt. */
    CLAIMED,
    /** The intent is durable: a send may have happened. */
    DISPATCHING,
    /** To be tried again, not before its time. */
    RETRY_SCHEDULED,
    /** A send may have been processed, and how it ended is not known here. */
    UNKNOWN_OUTCOME,
    /** One result is committed. */
    SUCCEEDED,
    /** The provider or local validation rejected it for good. */
    FAILED_PERMANENT,
    /** Cancelled before the next dispatch. */
    CANCELLED_BEFORE_DISPATCH,
    /** Given up, for the reason recorded beside it. */
    DEAD_LETTER;

    /**
     * Whether the engine has nothing more to do by itself.
     *
     * @return true for every state that only a decision or late evidence leaves
     */
    public boolean isSettled() {
        return switch (this) {
            case RECEIVED, CLAIMED, DISPATCHING, RETRY_SCHEDULED -> false;
            case UNKNOWN_OUTCOME, SUCCEEDED, FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH, DEAD_LETTER -> true;
        };
    }

    /**
     * The name in records and on the wire.
     *
     * @return lower case with underscores, as design 8 writes it
     */
    public String wireName() {
        return WireNames.of(this);
    }
}
