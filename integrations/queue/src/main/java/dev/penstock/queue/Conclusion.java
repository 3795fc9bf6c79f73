package dev.penstock.queue;

import dev.penstock.client.Result;
import java.time.Duration;

/**
 * What a result means for the message that asked for it: acknowledged only with a committed outcome (R-OP-5, R-OP-7),
 * rejected only if it never can have one, else kept or given back. Pure.
 */
sealed interface Conclusion {

    /** It can be settled, once its result is published. */
    sealed interface Settled extends Conclusion {
        /** What its publisher is told. */
        Reply reply();
    }

    /** Its outcome is committed: it is acknowledged. */
    record Done(Reply reply) implements Settled {}

    /** It can never be done: it is rejected. */
    record Unfit(Reply reply) implements Settled {}

    /** Nothing is committed, or its result is not published. */
    sealed interface Obstacle extends Conclusion {
        /** What is in the way, for people. */
        String why();
    }

    /**
     * This consumer tries again.
     *
     * @param why what is in the way
     * @param atLeast how long to wait before that
     */
    record Later(String why, Duration atLeast) implements Obstacle {}

    /**
     * It goes back to the queue.
     *
     * @param why what is in the way
     * @param after how long to wait before that, so that it does not go in circles
     */
    record Back(String why, Duration after) implements Obstacle {}

    /** How soon what somebody else is at may come again. */
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
                gaveUp.operation().ref() == null
                        ? later("it was given up, and the store does not know of it")
                        : new Done(Reply.of(result));
            case Result.KeyConflict ignored -> new Unfit(Reply.of(result));
            case Result.Invalid ignored -> new Unfit(Reply.of(result));
            case Result.CompletedUnrecorded ignored -> later("the answer is there, and the store does not take it");
            case Result.StoreUnavailable store -> later("the store: " + store.message());
            case Result.NotAdmitted refused -> new Later(refused.message(), refused.retryAfter());
            case Result.InProgress ignored -> new Back("it is under way elsewhere", ELSEWHERE);
            case Result.Parked ignored -> new Back("this consumer stops", Duration.ZERO);
        };
    }

    /** As soon as the consumer's own pause is over. */
    static Later later(String why) {
        return new Later(why, Duration.ZERO);
    }
}
