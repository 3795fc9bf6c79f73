package dev.penstock.client;

import java.time.Duration;

/** How an operation landed that this process may have claimed: with an end, or without one and to be given back. Pure. */
sealed interface Landing {

    /** With an end, or with one that is being recorded: there is nothing to give back. */
    record Ended() implements Landing {}

    /**
     * Without an end, and nobody here goes on with it.
     *
     * @param after how long nobody is to take it up again
     */
    record Left(Duration after) implements Landing {}

    /** The ledger did not take what had to be in it. */
    record NotTaken() implements Landing {}

    /** What was refused here for a while comes back no sooner, so that it is not claimed and given back without a break. */
    Duration SOON = Duration.ofSeconds(1);

    /** What the ledger could not give or take is left to others, or to a better day. */
    Duration LATER = Duration.ofSeconds(30);

    static Landing of(Result result) {
        return switch (result) {
            case Result.Parked ignored -> new Left(Duration.ZERO);
            case Result.InProgress ignored -> new Left(Duration.ZERO);
            case Result.NotAdmitted refused -> new Left(longer(SOON, refused.retryAfter()));
            case Result.StoreUnavailable ignored -> new NotTaken();
            case Result.Answered ignored -> new Ended();
            case Result.CompletedUnrecorded ignored -> new Ended();
            case Result.UnknownOutcome ignored -> new Ended();
            case Result.Unusable ignored -> new Ended();
            case Result.Rejected ignored -> new Ended();
            case Result.GaveUp ignored -> new Ended();
            case Result.Cancelled ignored -> new Ended();
            case Result.KeyConflict ignored -> new Ended();
            case Result.Expired ignored -> new Ended();
            case Result.Invalid ignored -> new Ended();
        };
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
