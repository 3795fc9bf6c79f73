package dev.penstock.queue;

import dev.penstock.client.Result;
import dev.penstock.policy.attempt.EndReason;
import java.time.Duration;

/**
 * What a result means for the message that asked for it: acknowledged only with a committed outcome (R-OP-5, R-OP-7),
 * rejected only if it never can have one, else kept or given back. Pure.
 */
sealed interface Conclusion {

    /** Its outcome is committed: publish it and acknowledge. */
    record Done(Reply reply) implements Conclusion {}

    /** It can never be done: publish why and reject. */
    record Unfit(Reply reply) implements Conclusion {}

    /**
     * Nothing is committed, and this consumer tries again.
     *
     * @param why what is in the way
     * @param atLeast how long to wait before that
     */
    record Later(String why, Duration atLeast) implements Conclusion {}

    /**
     * Nothing is committed, and it goes back to the queue.
     *
     * @param why what is in the way
     * @param after how long to wait before that, so that it does not go in circles
     */
    record Back(String why, Duration after) implements Conclusion {}

    /** Somebody else is at it: the queue is not to come again at once. */
    Duration ELSEWHERE = Duration.ofSeconds(5);

    static Conclusion of(Result result) {
        return switch (result) {
            case Result.Answered ignored -> new Done(Reply.of(result));
            case Result.UnknownOutcome ignored -> new Done(Reply.of(result));
            case Result.Unusable ignored -> new Done(Reply.of(result));
            case Result.Rejected ignored -> new Done(Reply.of(result));
            case Result.Cancelled ignored -> new Done(Reply.of(result));
            case Result.Expired ignored -> new Done(Reply.of(result));
            case Result.GaveUp gaveUp ->
                gaveUp.limit() == EndReason.STOPPED
                        ? new Later("the provider's credential, balance or quota has to be repaired", Duration.ZERO)
                        : new Done(Reply.of(result));
            case Result.KeyConflict ignored -> new Unfit(Reply.of(result));
            case Result.Invalid ignored -> new Unfit(Reply.of(result));
            case Result.CompletedUnrecorded ignored ->
                new Later("the answer is there, and the store does not take it", Duration.ZERO);
            case Result.StoreUnavailable store -> new Later("the store: " + store.message(), Duration.ZERO);
            case Result.NotAdmitted refused -> new Later(refused.message(), refused.retryAfter());
            case Result.InProgress ignored -> new Back("it is under way elsewhere", ELSEWHERE);
            case Result.Parked ignored -> new Back("this consumer stops", Duration.ZERO);
        };
    }
}
