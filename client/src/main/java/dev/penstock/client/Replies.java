package dev.penstock.client;

import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoreException;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the caller of an operation is told when it ends in this process. */
final class Replies {

    private static final Duration COME_BACK_SOON = Duration.ofSeconds(1);

    private final Operation operation;
    private final Journal journal;
    private final Tally tally;

    Replies(Operation operation, Journal journal, Tally tally) {
        this.operation = operation;
        this.journal = journal;
        this.tally = tally;
    }

    /** How an operation is named in messages: by its key, which is the caller's own word. */
    static String nameOf(Operation operation) {
        IdempotencyKey key = operation.subject().key();
        return key == null ? "a call without a key" : key.value();
    }

    /** After an attempt whose outcome is committed and final. */
    Result after(Attempt attempt, Next.Settled settled) {
        OperationInfo info = info(settled.state(), settled.flags(), attempt.target());
        return switch (settled.state()) {
            case SUCCEEDED -> answered(attempt, info);
            case FAILED_PERMANENT -> rejected(attempt, info);
            case UNKNOWN_OUTCOME ->
                new Result.UnknownOutcome(
                        settled.reason(),
                        Explanations.unknown(settled.reason(), attempt.facts().ending()),
                        attempt.bytes(),
                        info);
            case CANCELLED_BEFORE_DISPATCH -> new Result.Cancelled(info);
            case DEAD_LETTER ->
                settled.reason() == EndReason.QUARANTINED
                        ? new Result.Unusable(
                                ChecksOf.attempt(attempt), Explanations.unusable(attempt), attempt.bytes(), info)
                        : gaveUp(settled.reason(), settled.comeBack(), stoppedBy(attempt), info);
            case RECEIVED, CLAIMED, DISPATCHING, RETRY_SCHEDULED ->
                throw new IllegalStateException(settled.state() + " is not settled");
        };
    }

    /**
     * After an end that no attempt brought.
     *
     * @param stopped what has to be repaired, null unless a pause brought it
     */
    Result limited(Disposition end, @Nullable Duration comeBack, Verdict.Stop.@Nullable What stopped) {
        EndReason reason = Objects.requireNonNull(end.reason());
        OperationInfo info = info(end.state(), List.of());
        return switch (end.state()) {
            case CANCELLED_BEFORE_DISPATCH -> new Result.Cancelled(info);
            case UNKNOWN_OUTCOME -> new Result.UnknownOutcome(reason, Explanations.unknown(reason), null, info);
            case DEAD_LETTER -> gaveUp(reason, comeBack, stopped, info);
            case RECEIVED, CLAIMED, DISPATCHING, RETRY_SCHEDULED, SUCCEEDED, FAILED_PERMANENT ->
                throw new IllegalStateException("no limit leads to " + end);
        };
    }

    static Result notAdmitted(Refused refused) {
        Duration comeBack = refused.retryAfter() == null ? COME_BACK_SOON : refused.retryAfter();
        return new Result.NotAdmitted(Explanations.notAdmitted(refused.reason()), comeBack);
    }

    /** The store takes nothing in at present. */
    static Result notTaken(WriteResult.Why why) {
        return why == WriteResult.Why.UNCONFIRMED_COPY
                ? new Result.StoreUnavailable(StoreException.Kind.INCOMPATIBLE, Explanations.UNCONFIRMED_COPY, null)
                : new Result.StoreUnavailable(StoreException.Kind.FULL, Explanations.LITTLE_DISK, null);
    }

    Result parked(@Nullable EndReason why) {
        OperationRecord record = journal.record();
        return new Result.Parked(why, record == null ? null : info(record.state(), record.flags()));
    }

    /** It went back into the line. */
    Result inLine() {
        OperationRecord record = Objects.requireNonNull(journal.record(), "what was claimed is in the ledger");
        return new Result.InProgress(info(record.state(), record.flags()));
    }

    Result expired() {
        return new Result.Expired(info(OperationState.RECEIVED, List.of()));
    }

    Result storeUnavailable(StoreException cause) {
        OperationRecord record = journal.record();
        return new Result.StoreUnavailable(
                cause.kind(),
                Objects.requireNonNullElse(cause.getMessage(), cause.kind().name()),
                record == null ? null : info(record.state(), record.flags()));
    }

    /** Where it stands when the first output of an attempt is given. */
    OperationInfo streaming(Target target) {
        return info(OperationState.DISPATCHING, List.of(), target);
    }

    /** Somebody else moved the generation after a live reader saw output of this attempt. */
    Result fenced(Attempt attempt) {
        Answer answer = answer(attempt);
        OperationInfo info = info(OperationState.DISPATCHING, List.of(), attempt.target());
        return attempt.judged().verdict() instanceof Verdict.Completed && answer != null
                ? new Result.CompletedUnrecorded(answer, ChecksOf.attempt(attempt), info)
                : new Result.InProgress(info);
    }

    /** The outcome is in memory and its commit goes on being tried. */
    Result unrecorded(Attempt attempt, StoreException cause) {
        Answer answer = answer(attempt);
        if (attempt.judged().verdict() instanceof Verdict.Completed && answer != null) {
            OperationInfo info = info(OperationState.DISPATCHING, List.of("completed_unrecorded"), attempt.target());
            return new Result.CompletedUnrecorded(answer, ChecksOf.attempt(attempt), info);
        }
        return storeUnavailable(cause);
    }

    private Result answered(Attempt attempt, OperationInfo info) {
        boolean late = attempt.judged().verdict() instanceof Verdict.Completed completed && completed.late();
        Answer answer = answer(attempt);
        if (answer == null) {
            throw new IllegalStateException("an answer without a body");
        }
        return late && !operation.isBackground()
                ? gaveUp(EndReason.DEADLINE, null, null, info)
                : new Result.Answered(answer, ChecksOf.attempt(attempt), info);
    }

    private static Result rejected(Attempt attempt, OperationInfo info) {
        ResponseFacts response = attempt.facts().response();
        ErrorFacts error = response == null || response.error() == null ? ErrorFacts.NONE : response.error();
        return new Result.Rejected(response == null ? 0 : response.status(), error, attempt.bytes(), info);
    }

    private static @Nullable Answer answer(Attempt attempt) {
        KeptBody body = attempt.body();
        var read = attempt.report().answer();
        return body == null || read == null ? null : new Answer(body.bytes(), body.form(), Bytes.wrap(read.json()));
    }

    private static Verdict.Stop.@Nullable What stoppedBy(Attempt attempt) {
        return attempt.judged().verdict() instanceof Verdict.Stop stop ? stop.what() : null;
    }

    private Result gaveUp(
            EndReason limit, @Nullable Duration comeBack, Verdict.Stop.@Nullable What stopped, OperationInfo info) {
        Tally.LastError last = tally.lastError();
        return new Result.GaveUp(
                limit,
                Explanations.gaveUp(limit, last, stopped),
                last == null ? 0 : last.status(),
                last == null ? null : last.error(),
                comeBack,
                stopped,
                info);
    }

    private OperationInfo info(OperationState state, List<String> flags) {
        return info(state, flags, null);
    }

    private OperationInfo info(OperationState state, List<String> flags, @Nullable Target target) {
        return new OperationInfo(
                journal.ref().orElse(null),
                state,
                tally.started(),
                tally.sent(),
                tally.usage(),
                flags,
                false,
                tally.queued(),
                target == null ? "" : target.routeName(),
                target == null ? "" : target.model());
    }
}
