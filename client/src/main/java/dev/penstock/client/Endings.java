package dev.penstock.client;

import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.pipeline.GateDecision;
import dev.penstock.policy.retry.AttemptTally;
import dev.penstock.policy.retry.RetryDecision;
import dev.penstock.policy.retry.RetrySituation;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Next;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoreException;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Every way in which an operation ends, or is left: commits it where there is something to commit, and says it to the
 * caller. One operation's own.
 */
final class Endings {

    /** The row of the table of classification for what we took back ourselves before a byte left. */
    private static final int CANCELLED_WHILE_NOT_SENT = 2;

    private final Operation operation;
    private final Journal journal;
    private final Tally tally;
    private final EngineParts parts;
    private final Committer committer;
    private final Replies replies;
    private final Flight flight;
    private final long accepted;

    Endings(Operation operation, Journal journal, Tally tally, EngineParts parts, Flight flight) {
        this.operation = operation;
        this.journal = journal;
        this.tally = tally;
        this.parts = parts;
        this.committer = new Committer(journal, parts, operation);
        this.replies = new Replies(operation, journal, tally);
        this.flight = flight;
        this.accepted = parts.time().ticker().nanos();
    }

    /** Where the operation stands, for the planner. */
    RetrySituation situation(boolean cancelled) {
        RetrySituation plain = RetrySituation.of(
                tally.attempts(),
                operation.call().settings().replay(),
                operation.deadline().remainingNanos());
        RetrySituation seen = flight.feed().isDelivered() ? plain.withOutputDelivered() : plain;
        return cancelled ? seen.withCancelRequested() : seen;
    }

    /** An attempt was judged: its outcome is committed, and the operation ends or goes on. */
    Step afterAttempt(Attempt attempt, AttemptOutcome outcome) throws InterruptedException {
        Next next = next(attempt);
        Journal.Written written = committer.settle(outcome, next, Bodies.of(attempt), delivery(next));
        ended(attempt, outcome);
        return switch (written) {
            case Journal.Written.Done ignored -> recorded(attempt, next);
            case Journal.Written.Fenced ignored -> fenced(attempt);
            case Journal.Written.Unavailable unavailable -> unrecorded(attempt, next, unavailable.cause());
        };
    }

    /** Where the operation stands when the first output is given. */
    OperationInfo streaming(Target target) {
        return replies.streaming(target);
    }

    /** It ends before another attempt, because of a limit. */
    Step withoutAttempt(Disposition wanted, @Nullable Duration comeBack) throws InterruptedException {
        return end(certain(wanted), comeBack, null);
    }

    /** It ends because nothing may be sent now. */
    Step barred(Disposition wanted, GateDecision.NotNow refusal) throws InterruptedException {
        return end(certain(wanted), Duration.ofNanos(refusal.comeBackNanos()), refusal.stopped());
    }

    /** An earlier attempt that may have been processed makes every end before another attempt an unknown one. */
    private Disposition certain(Disposition wanted) {
        return tally.attempts().hasAmbiguous() && wanted.state() == OperationState.DEAD_LETTER
                ? Disposition.unknown(Objects.requireNonNull(wanted.reason()))
                : wanted;
    }

    /** Admission refused it before anything of it existed: nothing is stored, nothing was sent (R-ADMIT-4). */
    Step notAdmitted(Refused refused) {
        return land(Replies.notAdmitted(refused));
    }

    /** It was told to stop while it waited. */
    Step stopped(Stop stop) throws InterruptedException {
        boolean ambiguous = tally.attempts().hasAmbiguous();
        return switch (stop) {
            case CANCELLED -> {
                Disposition end = ambiguous
                        ? Disposition.unknown(EndReason.CANCELLED)
                        : new Disposition(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED);
                yield end(end, null, null);
            }
            case ABANDONED -> withoutAttempt(Disposition.deadLetter(EndReason.ABANDONED), null);
            case PARKED, ABORTED -> {
                if (ambiguous) {
                    yield withoutAttempt(Disposition.deadLetter(EndReason.ABANDONED), null);
                }
                yield land(replies.parked(parts.parking().why()));
            }
        };
    }

    /**
     * It waits, and its worker is free for another: it goes back into the line (design 5).
     *
     * @param reason STOPPED if it waits for the end of a pause; null if for time alone
     */
    Step backInLine(Duration after, @Nullable EndReason reason) throws InterruptedException {
        return switch (journal.release(after, reason)) {
            case Journal.Written.Done ignored -> land(replies.inLine());
            case Journal.Written.Fenced ignored -> new Step.LookUp();
            case Journal.Written.Unavailable unavailable -> storeUnavailable(unavailable.cause());
        };
    }

    /** A condition of the intent did not hold: nothing was sent. */
    Step intentRefused(WriteResult.Why why) throws InterruptedException {
        return switch (why) {
            case CANCEL_REQUESTED -> stopped(Stop.CANCELLED);
            case TOO_LATE -> withoutAttempt(Disposition.deadLetter(EndReason.DEADLINE), null);
            case LOW_DISK ->
                storeUnavailable(new StoreException(StoreException.Kind.FULL, Explanations.LITTLE_DISK, null));
            case UNCONFIRMED_COPY ->
                storeUnavailable(
                        new StoreException(StoreException.Kind.INCOMPATIBLE, Explanations.UNCONFIRMED_COPY, null));
            case EXPIRED -> land(replies.expired());
            case NOT_REOPENABLE, STILL_RUNNING, NOT_POSSIBLE, NO_RESULT -> new Step.LookUp();
        };
    }

    /** The store takes no intent: nothing is sent that cannot be recorded. */
    Step storeUnavailable(StoreException cause) {
        return land(replies.storeUnavailable(cause));
    }

    /** An intent was not acknowledged. Nothing is sent; where it may be in the ledger all the same, it does not stay open. */
    Step intentUnavailable(StoreException cause) {
        if (cause.kind() == StoreException.Kind.UNCERTAIN) {
            Verdict verdict = new Verdict.NotSent(Verdict.NotSent.Cause.CANCELLED);
            DeliveryEvidence nothing = DeliveryEvidence.NOTHING_TRIED;
            AttemptOutcome outcome = new AttemptOutcome(
                    AttemptCategory.of(verdict),
                    VerdictText.of(verdict),
                    CANCELLED_WHILE_NOT_SENT,
                    AttemptTally.isCharged(verdict, nothing.stage(), operation.isBackground()),
                    nothing,
                    OptionalInt.empty(),
                    null,
                    null,
                    UsageSummary.UNKNOWN);
            committer.withdraw(outcome, afterWithdrawal());
        }
        return storeUnavailable(cause);
    }

    /** It cannot be taken in while it waits: nothing that came of it stays open. */
    Step reservationUnavailable(StoreException cause) {
        if (cause.kind() == StoreException.Kind.UNCERTAIN) {
            committer.withdrawReservation();
        }
        return storeUnavailable(cause);
    }

    /** Whoever waited for it is told that the store is away; work that goes on alone does so. */
    private Next afterWithdrawal() {
        if (tally.attempts().hasAmbiguous()) {
            return new Next.Settled(OperationState.UNKNOWN_OUTCOME, EndReason.ABANDONED, List.of());
        }
        return isQueued()
                ? new Next.Retry(Landing.SOON, null)
                : new Next.Settled(OperationState.DEAD_LETTER, EndReason.ABANDONED, List.of());
    }

    /** The ledger's word counts: a caller may repeat as continued what was taken in as another caller's own. */
    private boolean isQueued() {
        OperationRecord record = journal.record();
        return (record == null ? operation.mode() : record.settings().mode()) == OperationMode.BACKGROUND;
    }

    private Next next(Attempt attempt) {
        return switch (attempt.decision()) {
            case RetryDecision.Retry retry -> new Next.Retry(Duration.ofNanos(retry.waitNanos()), null);
            case RetryDecision.Pause ignored -> new Next.Retry(PauseKeeper.PROBE_EVERY, EndReason.STOPPED);
            case RetryDecision.End end ->
                isCancelBehindASend(end, attempt)
                        ? new Next.Retry(Duration.ZERO, null)
                        : new Next.Settled(
                                end.disposition().state(),
                                Objects.requireNonNull(end.disposition().reason()),
                                Flags.of(attempt),
                                end.hint());
            case RetryDecision.Await ignored -> throw new IllegalStateException("an attempt awaits nothing");
        };
    }

    /** What was sent has ended with that attempt; the cancel comes before the next dispatch, and is the next step (design 8). */
    private static boolean isCancelBehindASend(RetryDecision.End end, Attempt attempt) {
        return end.disposition().state() == OperationState.CANCELLED_BEFORE_DISPATCH
                && AttemptCategory.of(attempt.judged().verdict()) != AttemptCategory.NOT_SENT;
    }

    /** The answer goes to whoever waits for it, in the commit that makes it the answer. */
    private @Nullable DeliveryKind delivery(Next next) {
        return next.nextState() == OperationState.SUCCEEDED && isAttended() ? DeliveryKind.ANSWERED : null;
    }

    private boolean isAttended() {
        return operation.isAttached() && flight.isLed();
    }

    private Step recorded(Attempt attempt, Next next) {
        return switch (next) {
            case Next.Retry retry -> {
                parts.events().accept(new CallEvent.RetryScheduled(operation.subject(), retry.delay()));
                boolean paused = retry.reason() == EndReason.STOPPED;
                yield new Step.Wait(paused ? 0 : retry.delay().toNanos(), Lane.RETRY);
            }
            case Next.Settled settled -> {
                settled(settled.state(), settled.reason(), journal.isDurable());
                Throwable thrown = attempt.thrown();
                yield thrown != null
                        ? new Step.Land(new Flight.Outcome.Threw(thrown))
                        : land(replies.after(attempt, settled));
            }
        };
    }

    /** Whoever saw output of it is not given another answer in its place, even if somebody else commits one. */
    private Step fenced(Attempt attempt) {
        return flight.feed().isDelivered() ? land(replies.fenced(attempt)) : new Step.LookUp();
    }

    private Step unrecorded(Attempt attempt, Next next, StoreException cause) {
        if (next instanceof Next.Settled settled) {
            settled(settled.state(), settled.reason(), false);
        }
        return land(replies.unrecorded(attempt, cause));
    }

    private Step end(Disposition end, @Nullable Duration comeBack, Verdict.Stop.@Nullable What stopped)
            throws InterruptedException {
        EndReason reason = Objects.requireNonNull(end.reason());
        return switch (committer.end(end.state(), reason)) {
            case Journal.Written.Done ignored -> {
                settled(end.state(), reason, journal.record() != null);
                yield land(replies.limited(end, comeBack, stopped));
            }
            case Journal.Written.Fenced fenced -> {
                if (!isCancelledThere(end, fenced.record())) {
                    yield new Step.LookUp();
                }
                settled(end.state(), reason, true);
                yield land(replies.limited(end, comeBack, stopped));
            }
            case Journal.Written.Unavailable unavailable -> storeUnavailable(unavailable.cause());
        };
    }

    /** The very wish that stopped it has ended it in the ledger, where nobody held it. */
    private static boolean isCancelledThere(Disposition end, @Nullable OperationRecord there) {
        return end.reason() == EndReason.CANCELLED
                && there != null
                && there.reason() == EndReason.CANCELLED
                && there.state() == end.state();
    }

    private void ended(Attempt attempt, AttemptOutcome outcome) {
        parts.events()
                .accept(new CallEvent.AttemptEnded(
                        operation.subject(),
                        attempt.number(),
                        attempt.isRetry(),
                        attempt.target().place(),
                        outcome.category(),
                        outcome.row(),
                        outcome.status().orElse(0),
                        outcome.category() != AttemptCategory.NOT_SENT,
                        outcome.usage(),
                        outcome.evidence().timings()));
    }

    private void settled(OperationState state, EndReason reason, boolean recorded) {
        parts.events()
                .accept(new CallEvent.Settled(
                        operation.subject(),
                        state,
                        reason,
                        tally.usage(),
                        recorded,
                        tally.started(),
                        Duration.ofNanos(parts.time().ticker().nanos() - accepted)));
    }

    private static Step land(Result result) {
        return new Step.Land(new Flight.Outcome.Ended(result));
    }
}
