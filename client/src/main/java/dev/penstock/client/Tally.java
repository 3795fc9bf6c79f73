package dev.penstock.client;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.retry.AttemptTally;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.UsageSummary;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an operation has behind it: its attempts, what they used, and the provider's last error. One thread's own. */
final class Tally {

    private int started;
    private int sent;
    private AttemptTally attempts = AttemptTally.NONE;
    private UsageSummary usage = UsageSummary.UNKNOWN;
    private Duration queued = Duration.ZERO;
    private boolean queueMeasured;
    private @Nullable LastError lastError;

    /**
     * What the provider said last when it did not answer.
     *
     * @param status its status, 0 if none came
     * @param verdict what the attempt was taken for, such as "not_sent(connect)"
     * @param error what it said
     * @param retryAfter when it asked us to come back, null if it did not
     */
    record LastError(
            int status,
            String verdict,
            ErrorFacts error,
            @Nullable Duration retryAfter) {}

    /** Goes on from where the ledger stands. */
    static Tally of(@Nullable OperationRecord record) {
        Tally tally = new Tally();
        if (record != null) {
            tally.started = record.attempts().started();
            tally.sent = record.attempts().sent();
            tally.attempts = behind(record);
            tally.usage = record.usage();
        }
        return tally;
    }

    /** The attempts that a record has behind it, by what they mean. */
    static AttemptTally behind(OperationRecord record) {
        OperationRecord.AttemptCounts counts = record.attempts();
        Set<AttemptCategory> categories = EnumSet.noneOf(AttemptCategory.class);
        if (counts.started() > counts.sent()) {
            categories.add(AttemptCategory.NOT_SENT);
        }
        if (counts.ambiguous() > 0) {
            categories.add(AttemptCategory.AMBIGUOUS);
        }
        if (counts.notReopenable() > counts.ambiguous()) {
            categories.add(AttemptCategory.INTERRUPTED_BY_PROVIDER);
        }
        if (counts.sent() > counts.notReopenable()) {
            categories.add(AttemptCategory.TRANSIENT);
        }
        return new AttemptTally(counts.started(), counts.charged(), categories);
    }

    /** An attempt begins. */
    void begin(Duration waitedForPermit) {
        waited(waitedForPermit);
        started++;
    }

    /** Whether an attempt has begun and not ended. */
    boolean isUnderWay() {
        return attempts.made() < started;
    }

    /** It has waited for its first permit, whether it got one or not. */
    void waited(Duration forPermit) {
        if (!queueMeasured) {
            queued = forPermit;
            queueMeasured = true;
        }
    }

    /** An attempt ended. */
    void end(AttemptOutcome outcome, Verdict verdict, boolean background, @Nullable LastError error) {
        attempts = attempts.plus(verdict, outcome.evidence().stage(), background);
        sent += outcome.category() == AttemptCategory.NOT_SENT ? 0 : 1;
        usage = usage.plus(outcome.usage());
        if (error != null) {
            lastError = error;
        }
    }

    AttemptTally attempts() {
        return attempts;
    }

    int started() {
        return started;
    }

    int sent() {
        return sent;
    }

    UsageSummary usage() {
        return usage;
    }

    Duration queued() {
        return queued;
    }

    @Nullable
    LastError lastError() {
        return lastError;
    }
}
