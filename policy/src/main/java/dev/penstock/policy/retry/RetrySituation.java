package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.ReplaySetting;

/**
 * Where an operation stands when somebody asks whether to go on.
 *
 * @param tally what it has behind it, the attempt that just ended included
 * @param replay what its owner lets be sent again
 * @param remainingNanos what is left of its deadline; zero or negative once that has passed
 * @param outputDelivered whether any output has reached a caller: then nothing replaces it (R-STREAM-3, B064)
 * @param cancelRequested whether it is to be cancelled
 * @param elsewhere whether another target, which it has not used, can be asked at once (design 6, Fallback)
 */
public record RetrySituation(
        AttemptTally tally,
        ReplaySetting replay,
        long remainingNanos,
        boolean outputDelivered,
        boolean cancelRequested,
        boolean elsewhere) {

    /**
     * A situation of which there is nothing else to say.
     *
     * @param tally what lies behind
     * @param replay what may be sent again
     * @param remainingNanos what is left of the deadline
     * @return nothing delivered, nothing cancelled, no other target
     */
    public static RetrySituation of(AttemptTally tally, ReplaySetting replay, long remainingNanos) {
        return new RetrySituation(tally, replay, remainingNanos, false, false, false);
    }

    /**
     * The same situation after output has reached a caller.
     *
     * @return a copy
     */
    public RetrySituation withOutputDelivered() {
        return new RetrySituation(tally, replay, remainingNanos, true, cancelRequested, elsewhere);
    }

    /**
     * The same situation after a cancel was asked for.
     *
     * @return a copy
     */
    public RetrySituation withCancelRequested() {
        return new RetrySituation(tally, replay, remainingNanos, outputDelivered, true, elsewhere);
    }

    /**
     * The same situation with another target at hand.
     *
     * @return a copy
     */
    public RetrySituation withTargetElsewhere() {
        return new RetrySituation(tally, replay, remainingNanos, outputDelivered, cancelRequested, true);
    }
}
