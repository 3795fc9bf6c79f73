package dev.penstock.policy.attempt;

/**
 * The limit or the cause that ended an operation, or that left it where it is. Every end names one (R-OBS-1).
 */
public enum EndReason {
    /** It was answered. */
    ANSWERED,
    /** It can no longer be valid here. */
    LOCAL,
    /** The provider rejected it. */
    REJECTED,
    /** It was cancelled. */
    CANCELLED,
    /** The operation's deadline. */
    DEADLINE,
    /** No attempts left. */
    ATTEMPTS,
    /** No retry token. */
    RETRY_BUDGET,
    /** The circuit breaker is open. */
    BREAKER,
    /** Credential, balance or quota stopped the route. */
    STOPPED,
    /** Nobody waits for it any more. */
    ABANDONED,
    /** Admission refused it. */
    REFUSED,
    /** The replay setting forbids another send. */
    REPLAY_SETTING,
    /** The provider interrupted the generation. */
    INTERRUPTED,
    /** The answer cannot be used. */
    QUARANTINED,
    /** Our own code failed. */
    INTERNAL_ERROR,
    /** An intermediary answered in the provider's place. */
    INTERMEDIARY,
    /** No answer came. */
    NO_ANSWER,
    /** The attempt's cap. */
    ATTEMPT_CAP,
    /** A stream clock. */
    STALLED,
    /** An error without a name. */
    ERROR,
    /** Only keep-alives or nothing came. */
    EMPTY,
    /** The framing was incomplete. */
    PARTIAL,
    /** The stream had no finish. */
    TRUNCATED,
    /** The process that sent it died or stopped. */
    CRASHED,
    /** The lease ran out while a send was under way. */
    LEASE_LOST,
    /** A person decided. */
    DECISION;

    /**
     * The name in records and on the wire.
     *
     * @return lower case with underscores
     */
    public String wireName() {
        return WireNames.of(this);
    }
}
