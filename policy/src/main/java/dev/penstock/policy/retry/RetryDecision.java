package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Disposition;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What becomes of an operation between two attempts. */
public sealed interface RetryDecision {

    /**
     * Sleep, holding the place and no permit; then permit, breaker, token, send.
     *
     * @param waitNanos how long
     * @param hintNanos what the provider asked for, which holds for the whole route; 0 if it said nothing
     */
    record Retry(long waitNanos, long hintNanos) implements RetryDecision {}

    /**
     * Nothing more is sent.
     *
     * @param disposition where that leaves the operation, and which limit ended it
     * @param hint what the provider asked for, as it said it; null if it said nothing (R-RETRYAFTER-3, B058)
     */
    record End(Disposition disposition, @Nullable Duration hint) implements RetryDecision {}

    /**
     * The route is stopped: wait, with nothing sent and no attempt used, until it is resumed.
     *
     * @param what what has to be repaired
     */
    record Pause(Verdict.Stop.What what) implements RetryDecision {}

    /**
     * Wait for what refused the attempt, without a permit and without using an attempt, then ask again.
     *
     * @param limit what it waits for
     * @param waitNanos when to ask again
     */
    record Await(EndReason limit, long waitNanos) implements RetryDecision {}
}
