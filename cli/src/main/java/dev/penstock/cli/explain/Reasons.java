package dev.penstock.cli.explain;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import org.jspecify.annotations.Nullable;

/** States and reasons in plain words, for somebody who has just been woken up. */
public final class Reasons {

    private Reasons() {}

    /**
     * What a state means.
     *
     * @param state the state
     * @return one clause
     */
    public static String ofState(OperationState state) {
        return switch (state) {
            case RECEIVED -> "accepted, nobody works on it yet";
            case CLAIMED -> "a runner holds it; nothing is being sent at this moment";
            case DISPATCHING -> "being sent, or waiting for the answer";
            case RETRY_SCHEDULED -> "will be tried again by itself";
            case UNKNOWN_OUTCOME -> "it may have been processed, and how that ended is not known here";
            case SUCCEEDED -> "answered, and the answer is stored";
            case FAILED_PERMANENT -> "rejected for good";
            case CANCELLED_BEFORE_DISPATCH -> "cancelled before the next send";
            case DEAD_LETTER -> "given up; the cause is known and nothing is open";
        };
    }

    /**
     * Why a generation is where it is.
     *
     * @param state where it is
     * @param reason the recorded reason, null if there is none
     * @return one sentence
     */
    public static String of(OperationState state, @Nullable EndReason reason) {
        if (reason == null) {
            return "Work on it has not ended.";
        }
        return state == OperationState.UNKNOWN_OUTCOME ? open(reason) : ended(reason);
    }

    private static String open(EndReason reason) {
        return switch (reason) {
            case CRASHED -> "The process died after it had recorded that it would send, and before it recorded an end.";
            case LEASE_LOST -> "The process that sent it stopped giving signs of life, and another one took over.";
            case NO_ANSWER -> "The request was sent, and the connection ended before any answer came.";
            case INTERMEDIARY ->
                "Something between us and the provider answered with an error; whether the provider"
                        + " itself got the request is not known.";
            case DEADLINE -> "The request was sent, and our own deadline came before a complete answer.";
            case CANCELLED -> "It was cancelled while the request was on its way; the provider may have gone on.";
            case ATTEMPT_CAP ->
                "The request was sent, and the longest time for one attempt passed before a complete" + " answer.";
            case STALLED -> "The answer began, or was awaited, and then made no progress for longer than our limit.";
            case ERROR -> "The provider reported an error without saying whether it had processed the request.";
            case EMPTY -> "The connection was kept alive, brought no answer, and was closed.";
            case PARTIAL -> "The answer broke off in the middle; what arrived is kept as partial.";
            case TRUNCATED ->
                "The stream ended without saying that the answer was finished; what arrived is kept as" + " partial.";
            case INTERNAL_ERROR -> "Our own code failed after the request may have been sent.";
            case ANSWERED,
                    LOCAL,
                    REJECTED,
                    ATTEMPTS,
                    RETRY_BUDGET,
                    BREAKER,
                    STOPPED,
                    ABANDONED,
                    REFUSED,
                    REPLAY_SETTING,
                    INTERRUPTED,
                    QUARANTINED,
                    DECISION -> ended(reason) + " An earlier attempt may have been processed.";
        };
    }

    private static String ended(EndReason reason) {
        return switch (reason) {
            case ANSWERED -> "The provider answered.";
            case LOCAL -> "The request is not valid; it was not sent.";
            case REJECTED -> "The provider rejected the request.";
            case CANCELLED -> "Somebody cancelled it.";
            case DEADLINE -> "Its deadline passed.";
            case ATTEMPTS -> "All of its attempts were used.";
            case RETRY_BUDGET -> "There was no retry token for another attempt: too much was failing at once.";
            case BREAKER -> "The circuit breaker was open: the provider was failing for everybody.";
            case STOPPED -> "The provider refused the credential, the balance or the quota.";
            case ABANDONED -> "Nobody waited for it any more before it was sent.";
            case REFUSED -> "Admission refused it: there was too much to do.";
            case REPLAY_SETTING -> "Its replay setting forbids another send.";
            case INTERRUPTED -> "The provider interrupted its own answer.";
            case QUARANTINED -> "A complete answer came and cannot be used; it is kept apart.";
            case INTERNAL_ERROR -> "Our own code failed before anything was sent.";
            case DECISION -> "A person decided.";
            case INTERMEDIARY, NO_ANSWER, ATTEMPT_CAP, STALLED, ERROR, EMPTY, PARTIAL, TRUNCATED, CRASHED, LEASE_LOST ->
                "How a send ended is not known (" + reason.wireName() + ").";
        };
    }
}
