package dev.penstock.client;

import dev.penstock.http.SendGuard;
import dev.penstock.policy.admission.EarliestRetry;
import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.pipeline.Ticket;
import dev.penstock.policy.retry.AttemptTally;
import dev.penstock.policy.retry.RetryAfter;
import dev.penstock.policy.retry.RetryDecision;
import dev.penstock.policy.retry.RetryPlanner;
import dev.penstock.provider.request.Edit;
import dev.penstock.provider.request.SentBody;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.UsageSummary;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes one attempt, from its intent to the commit of how it ended. One operation's own. */
final class AttemptMaker {

    private final EngineParts parts;
    private final Operation operation;
    private final Journal journal;
    private final Flight flight;
    private final StopSwitch stops;
    private final Planning planning;
    private final Tally tally;
    private final Endings endings;

    /** Whether the first byte of the attempt under way may have left; written by whoever hands it to the socket. */
    private volatile boolean mayBeSent;

    AttemptMaker(
            EngineParts parts,
            Operation operation,
            Journal journal,
            Flight flight,
            Planning planning,
            Tally tally,
            Endings endings) {
        this.parts = parts;
        this.operation = operation;
        this.journal = journal;
        this.flight = flight;
        this.stops = flight.stops();
        this.planning = planning;
        this.tally = tally;
        this.endings = endings;
    }

    /**
     * Makes an attempt.
     *
     * @param launch what it is made with; its ticket is closed here
     * @return what follows
     */
    Step make(Launch launch) throws InterruptedException {
        Ticket ticket = launch.ticket();
        try (ticket) {
            Stop stop = stops.reason();
            if (stop != null) {
                return endings.stopped(stop);
            }
            SentBody body =
                    operation.request().splice(planning.target(launch.place()).edits());
            Deadline attemptEnd = attemptEnd(launch);
            AttemptIntent intent = intent(launch, body, attemptEnd);
            SendGuard guard = guard(attemptEnd, parts.rights().get());
            return switch (journal.intend(intent)) {
                case Journal.Intended.Granted ignored -> {
                    ticket.launched();
                    journal.ref().ifPresent(flight::addressed);
                    tally.begin(launch.permitWait());
                    yield launchedOrFailed(launch, intent.number(), body, guard, attemptEnd);
                }
                case Journal.Intended.Refused refused -> endings.intentRefused(refused.why());
                case Journal.Intended.Taken ignored -> new Step.LookUp();
                case Journal.Intended.Fenced ignored -> new Step.LookUp();
                case Journal.Intended.Unavailable unavailable -> endings.intentUnavailable(unavailable.cause());
            };
        }
    }

    /** Code of ours may fail at any point behind the intent: what the ledger holds of it is settled first (R-CLASS-7). */
    private Step launchedOrFailed(Launch launch, int number, SentBody body, SendGuard guard, Deadline attemptEnd)
            throws InterruptedException {
        mayBeSent = false;
        try {
            return launched(launch, number, body, guard, attemptEnd);
        } catch (RuntimeException | Error e) {
            OperationRecord record = journal.record();
            if (record == null || record.state() != OperationState.DISPATCHING) {
                throw e;
            }
            return failed(launch, number, e);
        }
    }

    /** Rows 4 and 26: nothing was sent for certain only if the last look before the first byte was not taken. */
    private Step failed(Launch launch, int number, Throwable thrown) throws InterruptedException {
        DeliveryEvidence evidence = mayBeSent
                ? new DeliveryEvidence(DeliveryStage.REQUEST_STARTED, 0, 0, false, Timings.NONE, Proof.NONE)
                : DeliveryEvidence.NOTHING_TRIED;
        Target target = planning.target(launch.place());
        AttemptReport report =
                new AttemptReport(AttemptFacts.of(evidence, new Ending.Threw()), null, null, null, thrown);
        Classification judged = Classifier.classify(
                report.facts(), target.at().route().profile().rules());
        AttemptOutcome outcome = outcome(
                target,
                report,
                new Acceptor.Judged(report.facts(), judged, null, null),
                parts.time().wall().instant());
        if (tally.isUnderWay()) {
            tally.end(outcome, judged.verdict(), operation.isBackground(), null);
        }
        RetryDecision end = RetryPlanner.giveUp(EndReason.INTERNAL_ERROR, endings.situation(false));
        Attempt attempt =
                new Attempt(target, number, launch.isRetry(), report, report.facts(), judged, end, null, null);
        Step next = endings.afterAttempt(attempt, outcome);
        launch.ticket().settle(judged, report.facts());
        return next;
    }

    private Step launched(Launch launch, int number, SentBody body, SendGuard guard, Deadline attemptEnd)
            throws InterruptedException {
        Target target = planning.target(launch.place());
        parts.events()
                .accept(new CallEvent.AttemptStarted(
                        operation.subject(), number, launch.isRetry(), target.place(), launch.permitWait()));
        RouteParts at = target.at();
        Instant start = parts.time().wall().instant();
        AttemptReport report = send(target, body, guard, attemptEnd);
        Acceptor.Judged judged = Acceptor.judge(
                report,
                operation.request(),
                operation.call().check(),
                at.route().profile().rules());
        AttemptOutcome outcome = outcome(target, report, judged, start);
        Duration hint = hint(at.earliest(), judged.facts().response());
        tally.end(outcome, judged.judged().verdict(), operation.isBackground(), lastError(judged, hint));
        RetryDecision decision = isPutBack(judged.judged().verdict())
                ? new RetryDecision.Retry(0, 0)
                : planning.afterAttempt(
                        launch.place(), judged.judged(), hint, endings.situation(stops.reason() == Stop.CANCELLED));
        Attempt attempt = new Attempt(
                target,
                number,
                launch.isRetry(),
                report,
                judged.facts(),
                judged.judged(),
                decision,
                judged.checkThrew(),
                judged.refusal());
        pauseIfStopped(at, judged.judged().verdict());
        Step next = endings.afterAttempt(attempt, outcome);
        launch.ticket().settle(judged.judged(), judged.facts());
        return next;
    }

    private AttemptReport send(Target target, SentBody body, SendGuard guard, Deadline attemptEnd)
            throws InterruptedException {
        Feed feed = flight.feed();
        boolean keepsEvents = operation.request().stream() && (journal.isDurable() || !feed.isLive());
        TraceParent traceParent = operation.call().settings().caller().traceParent();
        Terms terms = new Terms(operation.deadline(), attemptEnd, journal.isDurable(), keepsEvents, feed, traceParent);
        feed.begin(operation.deadline(), () -> endings.streaming(target));
        try {
            return target.at().sender().send(body, terms, guard, stops);
        } finally {
            feed.pause();
        }
    }

    /**
     * The last look at everything that may have changed while the intent was committed (design 3, steps 7 and 9).
     *
     * @param attemptEnd when the attempt has to have ended
     * @param right the right to send under the lease that held when the intent was written
     */
    private SendGuard guard(Deadline attemptEnd, BooleanSupplier right) {
        return () -> {
            Stop stop = stops.reason();
            if (stop != null) {
                return Optional.of(AbortCause.CANCELLED);
            }
            if (!operation.retry().allowsAttempt(operation.deadline().remainingNanos())) {
                return Optional.of(AbortCause.DEADLINE);
            }
            boolean hasTime = operation.retry().allowsAttempt(attemptEnd.remainingNanos());
            if (!hasTime || !right.getAsBoolean()) {
                return Optional.of(AbortCause.ATTEMPT_CAP);
            }
            mayBeSent = true;
            return Optional.empty();
        };
    }

    /** A process that parks or ends cancels nothing: what it had not sent goes back, for whoever comes next. */
    private boolean isPutBack(Verdict verdict) {
        Stop stop = stops.reason();
        return stop != null
                && stop != Stop.CANCELLED
                && verdict instanceof Verdict.NotSent notSent
                && notSent.cause() == Verdict.NotSent.Cause.CANCELLED;
    }

    private Deadline attemptEnd(Launch launch) {
        long remaining = operation.deadline().remainingNanos();
        Deadline own = operation
                .deadline()
                .orSooner(
                        Duration.ofNanos(planning.target(launch.place()).retry().attemptNanos(remaining)));
        Deadline leased = launch.ticket().permit().attemptsEndBy();
        return leased == null ? own : own.earlier(leased);
    }

    private AttemptIntent intent(Launch launch, SentBody body, Deadline attemptEnd) {
        Target target = planning.target(launch.place());
        return new AttemptIntent(
                tally.started() + 1,
                launch.isRetry() ? AttemptIntent.Kind.RETRY : AttemptIntent.Kind.ORIGINAL,
                target.routeName(),
                target.model(),
                body.edits().stream().map(Edit::member).sorted().collect(Collectors.joining(",")),
                body.asked().stream(),
                attemptEnd.remaining(),
                operation.retry().minimumAttempt(),
                launch.slept());
    }

    private AttemptOutcome outcome(Target target, AttemptReport report, Acceptor.Judged judged, Instant start) {
        Verdict verdict = judged.judged().verdict();
        DeliveryEvidence evidence = judged.facts().evidence();
        ResponseFacts response = judged.facts().response();
        UsageSummary usage = report.answer() == null
                ? UsageSummary.UNKNOWN
                : report.answer()
                        .usage()
                        .map(used -> parts.pricing().price(target.model(), used, start))
                        .orElse(UsageSummary.UNKNOWN);
        return new AttemptOutcome(
                AttemptCategory.of(verdict),
                VerdictText.of(verdict),
                judged.judged().row(),
                AttemptTally.isCharged(verdict, evidence.stage(), operation.isBackground()),
                evidence,
                response == null ? OptionalInt.empty() : OptionalInt.of(response.status()),
                response == null || response.error() == null
                        ? null
                        : response.error().name().orElse(null),
                report.providerRequestId(),
                usage);
    }

    /** The longest of this answer's hint and of what other answers asked of the route. */
    private @Nullable Duration hint(EarliestRetry earliest, @Nullable ResponseFacts response) {
        Duration own = response == null
                ? null
                : RetryAfter.read(response, parts.time().wall().instant());
        if (own != null) {
            earliest.hint(own);
        }
        Duration route = earliest.remaining();
        if (own == null) {
            return route.isZero() ? null : route;
        }
        return own.compareTo(route) >= 0 ? own : route;
    }

    private static Tally.@Nullable LastError lastError(Acceptor.Judged judged, @Nullable Duration hint) {
        ResponseFacts response = judged.facts().response();
        if (judged.judged().verdict() instanceof Verdict.Completed) {
            return null;
        }
        ErrorFacts error = response == null || response.error() == null ? ErrorFacts.NONE : response.error();
        return new Tally.LastError(
                response == null ? 0 : response.status(),
                VerdictText.of(judged.judged().verdict()),
                error,
                hint);
    }

    private void pauseIfStopped(RouteParts at, Verdict verdict) {
        if (verdict instanceof Verdict.Stop stop) {
            parts.pauses().stopped(at.credential(), stop.what());
            String scope = Scopes.name(at.credential(), stop.what());
            parts.events()
                    .accept(new CallEvent.RouteStopped(
                            operation.subject(), scope, stop.what().name().toLowerCase(java.util.Locale.ROOT)));
        }
    }
}
