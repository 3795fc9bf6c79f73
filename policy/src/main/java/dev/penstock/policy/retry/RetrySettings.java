package dev.penstock.policy.retry;

import dev.penstock.time.Deadline;
import java.time.Duration;

/**
 * How long and how often one operation is tried (design 5). Immutable and thread-safe; change single values with the
 * {@code with} methods.
 *
 * @param background whether the work is authorised to go on alone: then it waits where work that somebody waits for ends
 *     at once
 * @param operationDeadline how long the operation may take in all, from its acceptance (R-DEADLINE-1)
 * @param maxAttempts how many attempts are charged at most, the first one counted (R-ATTEMPT-1)
 * @param backoff the delay before a retry
 * @param attemptCap how long one attempt may take at most
 * @param minimumAttempt what must remain for an attempt to be worth starting (R-DEADLINE-3)
 */
public record RetrySettings(
        boolean background,
        Duration operationDeadline,
        int maxAttempts,
        Backoff backoff,
        Duration attemptCap,
        Duration minimumAttempt) {

    private static final Duration MINIMUM_ATTEMPT = Duration.ofMillis(100);
    private static final int LIFETIMES = 3;

    /** Checks that everything is positive, representable as nanoseconds, and the minimum not above any cap. */
    public RetrySettings {
        requireSpan("operation deadline", operationDeadline);
        requireSpan("attempt cap", attemptCap);
        requireSpan("minimum useful attempt", minimumAttempt);
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("there must be at least one attempt, was " + maxAttempts);
        }
        if (minimumAttempt.compareTo(attemptCap) > 0 || minimumAttempt.compareTo(operationDeadline) > 0) {
            throw new IllegalArgumentException("the minimum useful attempt of " + minimumAttempt
                    + " exceeds the attempt cap of " + attemptCap + " or the deadline of " + operationDeadline);
        }
    }

    /**
     * For work that somebody waits for: 120 s, 4 attempts, each of which may last until the deadline.
     *
     * @return the defaults of attached work
     */
    public static RetrySettings forAttached() {
        Duration deadline = Duration.ofMinutes(2);
        return new RetrySettings(false, deadline, 4, Backoff.forAttached(), deadline, MINIMUM_ATTEMPT);
    }

    /**
     * For work that goes on alone: 1 h, 10 attempts of at most 900 s. A streamed answer may last until the deadline: see
     * {@link #forStreams()}.
     *
     * @return the defaults of background work
     */
    public static RetrySettings forBackground() {
        return new RetrySettings(
                true, Duration.ofHours(1), 10, Backoff.forBackground(), Duration.ofMinutes(15), MINIMUM_ATTEMPT);
    }

    /**
     * The same settings for a streamed answer: no wall clock but the deadline ends a stream that progresses (B008).
     *
     * @return a copy whose attempt cap is the deadline
     */
    public RetrySettings forStreams() {
        return withAttemptCap(operationDeadline);
    }

    /**
     * The same settings with another deadline.
     *
     * @param deadline how long the operation may take in all
     * @return a copy; an attempt cap that was the deadline stays the deadline
     */
    public RetrySettings withOperationDeadline(Duration deadline) {
        Duration cap = attemptCap.equals(operationDeadline) ? deadline : attemptCap;
        return new RetrySettings(background, deadline, maxAttempts, backoff, cap, minimumAttempt);
    }

    /**
     * The same settings with another number of attempts.
     *
     * @param attempts how many are charged at most
     * @return a copy
     */
    public RetrySettings withMaxAttempts(int attempts) {
        return new RetrySettings(background, operationDeadline, attempts, backoff, attemptCap, minimumAttempt);
    }

    /**
     * The same settings with another backoff.
     *
     * @param delays the delay before a retry
     * @return a copy
     */
    public RetrySettings withBackoff(Backoff delays) {
        return new RetrySettings(background, operationDeadline, maxAttempts, delays, attemptCap, minimumAttempt);
    }

    /**
     * The same settings with another attempt cap.
     *
     * @param cap how long one attempt may take at most
     * @return a copy
     */
    public RetrySettings withAttemptCap(Duration cap) {
        return new RetrySettings(background, operationDeadline, maxAttempts, backoff, cap, minimumAttempt);
    }

    /**
     * The same settings with another minimum.
     *
     * @param minimum what must remain for an attempt to be worth starting
     * @return a copy
     */
    public RetrySettings withMinimumAttempt(Duration minimum) {
        return new RetrySettings(background, operationDeadline, maxAttempts, backoff, attemptCap, minimum);
    }

    /**
     * How many attempts are charged at most over all reopenings (design 4, "Reopening").
     *
     * @return three times the attempts
     */
    public int lifetimeAttempts() {
        return (int) Math.min(Integer.MAX_VALUE, (long) LIFETIMES * maxAttempts);
    }

    /**
     * Whether an attempt may start: asked again after every wait for a permit, a token or a lock (R-DEADLINE-3).
     *
     * @param remainingNanos what is left of the operation's deadline
     * @return true if the minimum useful attempt fits
     */
    public boolean allowsAttempt(long remainingNanos) {
        return remainingNanos >= minimumAttempt.toNanos();
    }

    /**
     * How long an attempt that starts now may take.
     *
     * @param remainingNanos what is left of the operation's deadline
     * @return the lesser of the cap and what is left, in nanoseconds
     */
    public long attemptNanos(long remainingNanos) {
        return Math.min(attemptCap.toNanos(), remainingNanos);
    }

    private static void requireSpan(String name, Duration span) {
        if (!span.isPositive() || span.compareTo(Deadline.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "the " + name + " must be positive and at most " + Deadline.LONGEST + ", was " + span);
        }
    }
}
