package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.EndReason;
import java.time.Duration;

/**
 * Whether a dead letter is tried again because its key was repeated (design 4, "Reopening"). Exhaustion never becomes a
 * fresh allowance by repeating (R-BUDGET-4): charged attempts go on counting, and what was refused by the provider takes
 * a retry token.
 */
public final class Reopening {

    private Reopening() {}

    /** Who repeats the key. */
    public enum Repeat {
        /** A caller, or the next run, on purpose. */
        BY_CALLER,
        /** A client's library by itself. */
        BY_SDK
    }

    /**
     * The dead letter.
     *
     * @param reason what ended it
     * @param tally what it has behind it
     * @param retryAvailableIn how long until its earliest retry; zero or negative once that has come
     */
    public record DeadLetter(EndReason reason, AttemptTally tally, Duration retryAvailableIn) {}

    /** What the repeat gets. */
    public sealed interface Answer {

        /** It is reopened as if it were new: nothing of it was ever sent, so its first send takes no token. */
        record AsOriginal() implements Answer {}

        /** It is reopened, recorded as a decision: its first send takes a retry token and waits in the retry lane. */
        record AsRetry() implements Answer {}

        /**
         * Not yet.
         *
         * @param comeBackIn when
         */
        record NotYet(Duration comeBackIn) implements Answer {}

        /** The last error again: a library's own retry reopens nothing. */
        record LastErrorAgain() implements Answer {}

        /** Its attempts are used up for good: an operator decides. */
        record UsedUp() implements Answer {}

        /** This end is not reopened by a repeat: it is answered with its reason. */
        record Closed() implements Answer {}
    }

    /**
     * Decides.
     *
     * @param letter the dead letter
     * @param repeat who repeats
     * @param settings the operation's settings
     * @return what the repeat gets
     */
    public static Answer answer(DeadLetter letter, Repeat repeat, RetrySettings settings) {
        if (!isReopenable(letter.reason()) || !letter.tally().isReopenable()) {
            return new Answer.Closed();
        }
        if (letter.tally().nothingSent()) {
            return new Answer.AsOriginal();
        }
        if (letter.tally().charged() >= settings.lifetimeAttempts()) {
            return new Answer.UsedUp();
        }
        if (repeat == Repeat.BY_SDK) {
            return new Answer.LastErrorAgain();
        }
        return letter.retryAvailableIn().isPositive()
                ? new Answer.NotYet(letter.retryAvailableIn())
                : new Answer.AsRetry();
    }

    /**
     * Whether dead letters of a reason may be reopened, as far as the reason goes.
     *
     * @param reason what ended it
     * @return true for a limit that may have passed
     */
    public static boolean isReopenable(EndReason reason) {
        return switch (reason) {
            case DEADLINE, ATTEMPTS, RETRY_BUDGET, BREAKER, STOPPED, ABANDONED, REFUSED, REPLAY_SETTING -> true;
            case ANSWERED,
                    LOCAL,
                    REJECTED,
                    CANCELLED,
                    INTERRUPTED,
                    QUARANTINED,
                    INTERNAL_ERROR,
                    INTERMEDIARY,
                    NO_ANSWER,
                    ATTEMPT_CAP,
                    STALLED,
                    ERROR,
                    EMPTY,
                    PARTIAL,
                    TRUNCATED,
                    CRASHED,
                    LEASE_LOST,
                    DECISION -> false;
        };
    }
}
