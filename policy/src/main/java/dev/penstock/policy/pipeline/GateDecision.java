package dev.penstock.policy.pipeline;

import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Verdict;
import org.jspecify.annotations.Nullable;

/** What an {@link AttemptGate} says. */
public sealed interface GateDecision permits Ticket, GateDecision.NotNow, GateDecision.NoPermit {

    /**
     * Something else than a permit is missing. Nothing is held.
     *
     * @param limit STOPPED, BREAKER or RETRY_BUDGET
     * @param comeBackNanos when that may have changed, in nanoseconds from now
     * @param stopped what has to be repaired, null unless the limit is STOPPED
     */
    record NotNow(EndReason limit, long comeBackNanos, Verdict.Stop.@Nullable What stopped) implements GateDecision {

        /**
         * A route that is paused.
         *
         * @param what what has to be repaired
         * @param probeNanos when one operation may try, in nanoseconds from now
         * @return the decision
         */
        public static NotNow paused(Verdict.Stop.What what, long probeNanos) {
            return new NotNow(EndReason.STOPPED, probeNanos, what);
        }
    }

    /**
     * There was no permit: refused at the door, expired while it waited, or withdrawn.
     *
     * @param refused why, and when to come back
     */
    record NoPermit(Refused refused) implements GateDecision {}
}
