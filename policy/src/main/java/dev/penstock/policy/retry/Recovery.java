package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.classify.Disposition;

/**
 * What becomes of an open operation whose worker died or lost its lease (design 4 and 8, R-OP-6). The same for every
 * replay setting: nobody else may take up what was under way.
 */
public final class Recovery {

    private Recovery() {}

    /** What happened to the worker. */
    public enum Loss {
        /** Its process ended. */
        CRASHED,
        /** Its lease ran out. */
        LEASE_LOST;

        EndReason reason() {
            return switch (this) {
                case CRASHED -> EndReason.CRASHED;
                case LEASE_LOST -> EndReason.LEASE_LOST;
            };
        }
    }

    /** What to do. */
    public sealed interface Step {

        /** It stays as it is; for a scheduled retry, any process continues it. */
        record Leave() implements Step {}

        /** It goes back to received, for any process to claim. */
        record Requeue() implements Step {}

        /**
         * It ends.
         *
         * @param disposition where
         */
        record Settle(Disposition disposition) implements Step {}
    }

    /**
     * Decides.
     *
     * @param found the state it was found in
     * @param background whether the work goes on alone
     * @param ambiguousBefore whether an attempt that has ended was ambiguous
     * @param loss what happened to the worker
     * @return what to do
     */
    public static Step step(OperationState found, boolean background, boolean ambiguousBefore, Loss loss) {
        return switch (found) {
            case DISPATCHING -> new Step.Settle(Disposition.unknown(loss.reason()));
            case CLAIMED -> undispatched(background, ambiguousBefore, loss, new Step.Requeue());
            case RECEIVED, RETRY_SCHEDULED -> undispatched(background, ambiguousBefore, loss, new Step.Leave());
            case UNKNOWN_OUTCOME, SUCCEEDED, FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH, DEAD_LETTER ->
                new Step.Leave();
        };
    }

    private static Step undispatched(boolean background, boolean ambiguousBefore, Loss loss, Step onward) {
        if (ambiguousBefore) {
            return new Step.Settle(Disposition.unknown(loss.reason()));
        }
        return background ? onward : new Step.Settle(Disposition.deadLetter(EndReason.ABANDONED));
    }
}
