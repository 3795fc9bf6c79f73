package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.retry.Reopening;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult.FingerprintMatch;
import java.time.Duration;

/**
 * What a record in the ledger means to a caller who comes with its key: the table "the key is" of design 12. A pure
 * decision, given in every mode, before admission, in overload and drain too (R-ADMIT-10).
 */
sealed interface Repeat {

    /** The stored answer, or the stored rejection, is given again. Nothing is sent. */
    record Replay() implements Repeat {}

    /** The key names another request. */
    record Conflict(boolean verifiable) implements Repeat {}

    /** It waits for a decision. */
    record Unknown() implements Repeat {}

    /** Somebody holds it: an attempt is under way, or a caller waits for it in another process. */
    record Held() implements Repeat {}

    /** It is open and nobody holds it: this caller's process goes on with it. */
    record Continue(Duration notBefore) implements Repeat {}

    /** A dead letter that this repeat reopens, as an original if nothing of it was ever sent. */
    record Reopen(boolean asOriginal) implements Repeat {}

    /** It has ended and stays so, for this caller. */
    record Ended(Duration comeBack) implements Repeat {}

    /**
     * Who comes with a key.
     *
     * @param by who makes the call
     * @param here the process that it is made to
     */
    record Who(RepeatedBy by, WorkerId here) {}

    /**
     * Decides.
     *
     * @param record the newest generation under the key
     * @param match how the requests compare
     * @param settings how the operation is retried
     * @param who repeats it
     * @return what the caller gets
     */
    static Repeat decide(OperationRecord record, FingerprintMatch match, RetrySettings settings, Who who) {
        return switch (match) {
            case DIFFERENT -> new Conflict(true);
            case UNVERIFIABLE -> new Conflict(false);
            case SAME -> sameRequest(record, settings, who);
        };
    }

    private static Repeat sameRequest(OperationRecord record, RetrySettings settings, Who who) {
        return switch (record.state()) {
            case SUCCEEDED, FAILED_PERMANENT -> new Replay();
            case UNKNOWN_OUTCOME -> new Unknown();
            case CLAIMED, DISPATCHING -> new Held();
            case RECEIVED, RETRY_SCHEDULED ->
                isAnothers(record, who.here()) ? new Held() : new Continue(untilAttempt(record));
            case CANCELLED_BEFORE_DISPATCH -> new Ended(Duration.ZERO);
            case DEAD_LETTER -> deadLetter(record, settings, who.by());
        };
    }

    /** Its caller waits in another process, or only that one may go on with it; if it ends, recovery takes it away. */
    private static boolean isAnothers(OperationRecord record, WorkerId here) {
        OperationRecord.Lease lease = record.lease();
        return lease != null && !lease.worker().equals(here);
    }

    private static Repeat deadLetter(OperationRecord record, RetrySettings settings, RepeatedBy by) {
        if (record.reason() == null) {
            return new Ended(Duration.ZERO);
        }
        Reopening.DeadLetter letter =
                new Reopening.DeadLetter(record.reason(), Tally.behind(record), untilRetry(record));
        Reopening.Repeat repeat = switch (by) {
            case CALLER -> Reopening.Repeat.BY_CALLER;
            case SDK -> Reopening.Repeat.BY_SDK;
        };
        return switch (Reopening.answer(letter, repeat, settings)) {
            case Reopening.Answer.AsOriginal ignored -> new Reopen(true);
            case Reopening.Answer.AsRetry ignored -> new Reopen(false);
            case Reopening.Answer.NotYet notYet -> new Ended(notYet.comeBackIn());
            case Reopening.Answer.LastErrorAgain ignored -> new Ended(Duration.ZERO);
            case Reopening.Answer.UsedUp ignored -> new Ended(Duration.ZERO);
            case Reopening.Answer.Closed ignored -> new Ended(Duration.ZERO);
        };
    }

    /** What a stopped route holds back waits for the end of the pause, which its own gate knows, and for no time. */
    private static Duration untilAttempt(OperationRecord record) {
        return record.reason() == EndReason.STOPPED ? Duration.ZERO : untilRetry(record);
    }

    private static Duration untilRetry(OperationRecord record) {
        long at = record.times().retryAvailableAt().orElse(0);
        return Duration.ofMillis(Math.max(0, at - record.times().readAt()));
    }
}
