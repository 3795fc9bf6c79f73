package dev.penstock.client;

/** Why an operation is to go no further in this process, from the weakest to the strongest. */
enum Stop {
    /** This process stops dispatching: what was not sent stays as it stands in the ledger. */
    PARKED,
    /** Nobody waits for it any more. */
    ABANDONED,
    /** Somebody cancelled it. */
    CANCELLED,
    /** This process ends and waits no longer. */
    ABORTED;

    /**
     * Whether an exchange that is under way is closed for it.
     *
     * @param durable whether a repeat could find the answer
     */
    boolean closesExchange(boolean durable) {
        return switch (this) {
            case PARKED -> false;
            case ABANDONED -> !durable;
            case CANCELLED, ABORTED -> true;
        };
    }
}
