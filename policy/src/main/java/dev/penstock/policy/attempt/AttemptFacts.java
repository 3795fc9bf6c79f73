package dev.penstock.policy.attempt;

import org.jspecify.annotations.Nullable;

/**
 * Everything the classifier may look at: what came back from one attempt, and how far the send got.
 *
 * @param evidence how far it got
 * @param ending how it ended
 * @param response what was answered; null if no status line arrived
 * @param acceptance what the caller's check said about a complete answer
 * @param late whether the complete answer arrived after the operation's deadline (R-DEADLINE-5)
 */
public record AttemptFacts(
        DeliveryEvidence evidence,
        Ending ending,
        @Nullable ResponseFacts response,
        Acceptance acceptance,
        boolean late) {

    /** The fourth of the four checks of R-VALID-1, and the third where a schema was asked for. */
    public enum Acceptance {
        /** No check was asked for, or it has not run. */
        NOT_CHECKED,
        /** The checks accept the answer. */
        ACCEPTED,
        /** The requested JSON Schema is not met. */
        SCHEMA_VIOLATED,
        /** The caller's {@code ResultCheck} refused the answer or threw. */
        REFUSED;

        /**
         * Whether nothing speaks against the answer.
         *
         * @return true where no check ran or all accept
         */
        public boolean accepts() {
            return switch (this) {
                case NOT_CHECKED, ACCEPTED -> true;
                case SCHEMA_VIOLATED, REFUSED -> false;
            };
        }
    }

    /**
     * Facts of an attempt that ended without an answer to judge.
     *
     * @param evidence how far it got
     * @param ending how it ended
     * @return facts without a response
     */
    public static AttemptFacts of(DeliveryEvidence evidence, Ending ending) {
        return new AttemptFacts(evidence, ending, null, Acceptance.NOT_CHECKED, false);
    }

    /**
     * The same facts with what a check said.
     *
     * @param outcome the check's outcome
     * @return a copy
     */
    public AttemptFacts withAcceptance(Acceptance outcome) {
        return new AttemptFacts(evidence, ending, response, outcome, late);
    }
}
