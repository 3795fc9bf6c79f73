package dev.penstock.store;

import static dev.penstock.policy.attempt.OperationState.CANCELLED_BEFORE_DISPATCH;
import static dev.penstock.policy.attempt.OperationState.CLAIMED;
import static dev.penstock.policy.attempt.OperationState.DEAD_LETTER;
import static dev.penstock.policy.attempt.OperationState.DISPATCHING;
import static dev.penstock.policy.attempt.OperationState.FAILED_PERMANENT;
import static dev.penstock.policy.attempt.OperationState.RECEIVED;
import static dev.penstock.policy.attempt.OperationState.RETRY_SCHEDULED;
import static dev.penstock.policy.attempt.OperationState.SUCCEEDED;
import static dev.penstock.policy.attempt.OperationState.UNKNOWN_OUTCOME;

import dev.penstock.policy.attempt.OperationState;
import java.util.EnumSet;
import java.util.Set;

/** Which state follows which, and on whose word (design 8, R-OP-2). Everything that is not listed is impossible. */
public final class StateMachine {

    private StateMachine() {}

    /** On whose word a generation moves. */
    public enum Authority {
        /** The engine that holds it. */
        ENGINE,
        /** Late evidence about its last attempt. */
        LATE_EVIDENCE,
        /** A person, or a caller's repeat that reopens. */
        DECISION
    }

    /**
     * Where a generation may go.
     *
     * @param from where it is
     * @param authority on whose word
     * @return the states it may move to; empty if none
     */
    public static Set<OperationState> successors(OperationState from, Authority authority) {
        return switch (authority) {
            case ENGINE -> byEngine(from);
            case LATE_EVIDENCE ->
                from == UNKNOWN_OUTCOME
                        ? EnumSet.of(SUCCEEDED, FAILED_PERMANENT, DEAD_LETTER, RETRY_SCHEDULED)
                        : Set.of();
            case DECISION -> byDecision(from);
        };
    }

    /**
     * Whether a move is possible.
     *
     * @param from where it is
     * @param to where it would go
     * @param authority on whose word
     * @return true if design 8 lists it
     */
    public static boolean allows(OperationState from, OperationState to, Authority authority) {
        return successors(from, authority).contains(to);
    }

    private static Set<OperationState> byEngine(OperationState from) {
        return switch (from) {
            case RECEIVED -> EnumSet.of(CLAIMED, CANCELLED_BEFORE_DISPATCH, FAILED_PERMANENT, DEAD_LETTER);
            case CLAIMED -> EnumSet.of(DISPATCHING, RECEIVED, CANCELLED_BEFORE_DISPATCH, DEAD_LETTER, UNKNOWN_OUTCOME);
            case DISPATCHING ->
                EnumSet.of(
                        SUCCEEDED,
                        FAILED_PERMANENT,
                        RETRY_SCHEDULED,
                        DEAD_LETTER,
                        UNKNOWN_OUTCOME,
                        CANCELLED_BEFORE_DISPATCH);
            case RETRY_SCHEDULED -> EnumSet.of(CLAIMED, CANCELLED_BEFORE_DISPATCH, DEAD_LETTER, UNKNOWN_OUTCOME);
            case UNKNOWN_OUTCOME, SUCCEEDED, FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH, DEAD_LETTER -> Set.of();
        };
    }

    private static Set<OperationState> byDecision(OperationState from) {
        return switch (from) {
            case UNKNOWN_OUTCOME -> EnumSet.of(SUCCEEDED, FAILED_PERMANENT, RECEIVED);
            case DEAD_LETTER -> EnumSet.of(RECEIVED, SUCCEEDED, FAILED_PERMANENT);
            case RECEIVED,
                    CLAIMED,
                    DISPATCHING,
                    RETRY_SCHEDULED,
                    SUCCEEDED,
                    FAILED_PERMANENT,
                    CANCELLED_BEFORE_DISPATCH -> Set.of();
        };
    }
}
