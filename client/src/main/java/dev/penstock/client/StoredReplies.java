package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Bytes;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoredBody;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a caller is told from the ledger alone, when a key is repeated and nothing is sent (design 12). */
final class StoredReplies {

    private final OperationStore store;

    StoredReplies(OperationStore store) {
        this.store = store;
    }

    Result replay(OperationRecord record) {
        return switch (record.state()) {
            case SUCCEEDED ->
                store.body(record.ref(), StoredBody.Kind.RESULT)
                        .<Result>map(
                                body -> new Result.Answered(Answer.stored(body), ChecksOf.STORED, answered(record)))
                        .orElseGet(() -> new Result.Expired(info(record, true)));
            case FAILED_PERMANENT -> rejected(record);
            case UNKNOWN_OUTCOME -> unknown(record);
            case DEAD_LETTER -> ended(record, Duration.ZERO);
            case CANCELLED_BEFORE_DISPATCH -> new Result.Cancelled(info(record, true));
            case RECEIVED, CLAIMED, DISPATCHING, RETRY_SCHEDULED -> new Result.InProgress(info(record, false));
        };
    }

    Result unknown(OperationRecord record) {
        EndReason why = reason(record);
        return new Result.UnknownOutcome(
                why, Explanations.unknown(why), body(record, StoredBody.Kind.PARTIAL), info(record, true));
    }

    Result ended(OperationRecord record, Duration comeBack) {
        if (record.state() == dev.penstock.policy.attempt.OperationState.CANCELLED_BEFORE_DISPATCH) {
            return new Result.Cancelled(info(record, true));
        }
        EndReason why = reason(record);
        if (why == EndReason.QUARANTINED) {
            return new Result.Unusable(
                    ChecksOf.STORED,
                    "an earlier answer was quarantined",
                    body(record, StoredBody.Kind.RESULT),
                    info(record, true));
        }
        Tally.LastError last = lastError(record);
        Verdict.Stop.What stopped =
                last == null || why != EndReason.STOPPED ? null : VerdictText.stopIn(last.verdict());
        return new Result.GaveUp(
                why,
                Explanations.gaveUp(why, last, stopped),
                last == null ? 0 : last.status(),
                last == null ? null : last.error(),
                comeBack.isZero() ? null : comeBack,
                stopped,
                info(record, true));
    }

    Result conflict(OperationRecord record, boolean verifiable) {
        return new Result.KeyConflict(verifiable, info(record, false));
    }

    Result inProgress(OperationRecord record) {
        return new Result.InProgress(info(record, false));
    }

    Result parked(OperationRecord record, @Nullable EndReason why) {
        return new Result.Parked(why, info(record, false));
    }

    private Result rejected(OperationRecord record) {
        Optional<OperationHistory.Attempt> attempt = lastAttempt(record);
        Tally.LastError last = attempt.map(StoredReplies::error).orElse(null);
        return new Result.Rejected(
                last == null ? 0 : last.status(),
                last == null ? ErrorFacts.NONE : last.error(),
                body(record, StoredBody.Kind.ERROR),
                info(record, true, attempt));
    }

    private Tally.@Nullable LastError lastError(OperationRecord record) {
        return lastAttempt(record).map(StoredReplies::error).orElse(null);
    }

    private Optional<OperationHistory.Attempt> lastAttempt(OperationRecord record) {
        return store.history(record.ref())
                .map(OperationHistory::attempts)
                .filter(attempts -> !attempts.isEmpty())
                .map(List::getLast);
    }

    private static Tally.@Nullable LastError error(OperationHistory.Attempt attempt) {
        AttemptOutcome outcome = attempt.outcome();
        if (outcome == null) {
            return null;
        }
        ErrorFacts error = new ErrorFacts(OptionalInt.empty(), outcome.errorCode(), null, null);
        return new Tally.LastError(outcome.status().orElse(0), outcome.verdict(), error, null);
    }

    private @Nullable Bytes body(OperationRecord record, StoredBody.Kind kind) {
        return store.body(record.ref(), kind).map(StoredBody::bytes).orElse(null);
    }

    private static EndReason reason(OperationRecord record) {
        EndReason reason = record.reason();
        return reason == null ? EndReason.ERROR : reason;
    }

    private OperationInfo answered(OperationRecord record) {
        return info(record, true, lastAttempt(record));
    }

    static OperationInfo info(OperationRecord record, boolean replayed) {
        return info(record, replayed, Optional.empty());
    }

    private static OperationInfo info(
            OperationRecord record, boolean replayed, Optional<OperationHistory.Attempt> answer) {
        return new OperationInfo(
                record.ref(),
                record.state(),
                record.attempts().started(),
                record.attempts().sent(),
                record.usage(),
                record.flags(),
                replayed,
                Duration.ZERO,
                answer.map(attempt -> attempt.intent().route()).orElse(""),
                answer.map(attempt -> attempt.intent().model()).orElse(""));
    }
}
