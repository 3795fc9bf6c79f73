package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StateMachine;
import dev.penstock.store.StateMachine.Authority;

/**
 * Refuses moves that design 8 does not list before they are queued: asking for one is an error in the program, never a
 * race.
 */
final class Legality {

    private Legality() {}

    static void check(OperationWrite write) {
        switch (write) {
            case OperationWrite.Claim claim -> require(claim.expected().state(), OperationState.CLAIMED);
            case OperationWrite.Intend intend -> {
                if (intend.expected().state() != OperationState.CLAIMED) {
                    require(intend.expected().state(), OperationState.CLAIMED);
                }
            }
            case OperationWrite.Settle settle -> checkSettle(settle);
            case OperationWrite.End end -> checkEnd(end);
            case OperationWrite.Release release -> require(release.expected().state(), OperationState.RECEIVED);
            case OperationWrite.Accept ignored -> {}
            case OperationWrite.Reserve ignored -> {}
            case OperationWrite.RequestCancel ignored -> {}
            case OperationWrite.Decide ignored -> {}
            case OperationWrite.LateEvidence ignored -> {}
            case OperationWrite.Deliver ignored -> {}
        }
    }

    private static void checkSettle(OperationWrite.Settle settle) {
        OperationState to = settle.next().nextState();
        if (settle.expected().state() != OperationState.DISPATCHING) {
            throw illegal(settle.expected().state(), to, "an outcome belongs to a dispatch");
        }
        require(OperationState.DISPATCHING, to);
        if (to == OperationState.CANCELLED_BEFORE_DISPATCH && settle.outcome().category() != AttemptCategory.NOT_SENT) {
            throw illegal(OperationState.DISPATCHING, to, "only what was not sent is cancelled before its dispatch");
        }
    }

    private static void checkEnd(OperationWrite.End end) {
        OperationState from = end.expected().state();
        if (from == OperationState.DISPATCHING) {
            throw illegal(from, end.state(), "a dispatch ends with an outcome");
        }
        if (!end.state().isSettled()) {
            throw illegal(from, end.state(), "that is no end");
        }
        require(from, end.state());
        if (end.state() == OperationState.FAILED_PERMANENT && end.reason() != EndReason.LOCAL) {
            throw illegal(from, end.state(), "nothing was sent that could have been rejected");
        }
    }

    private static void require(OperationState from, OperationState to) {
        if (!StateMachine.allows(from, to, Authority.ENGINE)) {
            throw illegal(from, to, "design 8 does not list it");
        }
    }

    private static IllegalStateException illegal(OperationState from, OperationState to, String why) {
        return new IllegalStateException(from + " does not become " + to + ": " + why);
    }
}
