package dev.penstock.policy.pipeline;

import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.EndReason;

/** What an {@link AttemptGate} says. */
public sealed interface GateDecision permits Ticket, GateDecision.NotNow, GateDecision.NoPermit {

    /**
     * Something else than a permit is missing. Nothing is held.
     *
     * @param limit STOPPED, BREAKER or RETRY_BUDGET
     * @param comeBackNanos when that may have changed, in nanoseconds from now
     */
    record NotNow(EndReason limit, long comeBackNanos) implements GateDecision {}

    /**
     * There was no permit: refused at the door, expired while it waited, or withdrawn.
     *
     * @param refused why, and when to come back
     */
    record NoPermit(Refused refused) implements GateDecision {}
}
