package dev.penstock.client;

import dev.penstock.client.CallEvent.WaitingFor;
import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.admission.PermitRequest;
import dev.penstock.policy.admission.RefusalReason;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.pipeline.GateDecision;
import dev.penstock.policy.pipeline.GateRequest;
import dev.penstock.policy.pipeline.NextTarget;
import dev.penstock.policy.pipeline.Ticket;
import dev.penstock.policy.retry.RetryDecision;
import dev.penstock.policy.retry.RetryPlanner;
import dev.penstock.policy.retry.RetrySituation;
import dev.penstock.time.Signal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The loop of one operation: wait, permit, breaker, token, intent, send, judge, commit, and again where the planner says
 * so (design 3 and 5). Runs on the operation's own virtual thread and ends with an outcome or with the wish to look the
 * key up again.
 */
final class OperationRun {

    private static final long LOOK_AT_PAUSE = Duration.ofSeconds(1).toNanos();
    private static final Duration BACK_IN_LINE = Duration.ofSeconds(1);

    /** A worker sleeps through what is shorter: to give it back and to claim again costs two commits. */
    private static final long SHORT_WAIT = Duration.ofSeconds(2).toNanos();

    private static final long LOOK_AT_BUDGET = Duration.ofMillis(250).toNanos();

    private final EngineParts parts;
    private final Operation operation;
    private final Journal journal;
    private final Flight flight;
    private final StopSwitch stops;
    private final Planning planning;
    private final Tally tally;
    private final Endings endings;
    private final AttemptMaker attempts;
    private final EarlyReservation early;
    private final boolean mayGoBackInLine;
    private @Nullable Duration slept;

    /** An attempt has failed, and nothing was slept since: it was to be tried elsewhere at once. */
    private boolean owesBackoff;

    OperationRun(EngineParts parts, Operation operation, Journal journal, Flight flight) {
        this.parts = parts;
        this.operation = operation;
        this.journal = journal;
        this.flight = flight;
        this.stops = flight.stops();
        this.mayGoBackInLine = flight.isTakenUp();
        this.tally = Tally.of(journal.record());
        this.planning = new Planning(operation, tally, new RetryPlanner(operation.retry(), parts.random()));
        this.endings = new Endings(operation, journal, tally, parts, flight);
        this.early = new EarlyReservation(operation, journal, flight, endings);
        this.attempts = new AttemptMaker(parts, operation, journal, flight, planning, tally, endings);
    }

    /**
     * Runs it to its end.
     *
     * @param first how long to wait before the first attempt, and in which lane
     * @return {@link Step.Land} or {@link Step.LookUp}
     */
    Step run(Step.Wait first) throws InterruptedException {
        planning.begins(first.lane());
        Step step = first;
        while (step instanceof Step.Wait wait) {
            step = turn(wait);
        }
        return step;
    }

    private Step turn(Step.Wait wait) throws InterruptedException {
        if (wait.nanos() > SHORT_WAIT && freesItsWorker()) {
            return endings.backInLine(Duration.ofNanos(wait.nanos()), null);
        }
        if (wait.nanos() > 0) {
            boolean woken = sleep(wait.nanos());
            if (woken && stops.reason() == null) {
                return new Step.LookUp();
            }
            slept = Duration.ofNanos(wait.nanos());
            owesBackoff = false;
            planning.newRound();
        }
        Stop stop = stops.reason();
        if (stop != null) {
            return endings.stopped(stop);
        }
        return switch (planning.next(wait.lane())) {
            case NextTarget.AtOnce now -> attempt(now.target(), wait.lane());
            case NextTarget.AfterBackoff later -> {
                if (later.floorNanos() > 0) {
                    yield untilTheRouteMayBeRetried(later.floorNanos());
                }
                yield owesBackoff ? backOff(wait.lane()) : attempt(later.target(), wait.lane());
            }
            case NextTarget.None ignored -> {
                planning.newRound();
                yield attempt(0, wait.lane());
            }
        };
    }

    /** Until it is over, or there is a reason to stop, or others have moved the operation: then woken. */
    private boolean sleep(long nanos) throws InterruptedException {
        Signal woken = new Signal();
        try {
            listen(woken::set);
            return parts.time().sleeper().await(woken, nanos);
        } finally {
            listenNoLonger();
        }
    }

    /** What the operation waits in is left early by whoever stops it, or sees that others have moved it. */
    private void listen(Runnable wake) {
        flight.keep(new Vigil(journal.othersMoves(), wake, false));
        stops.hook(ignored -> wake.run());
    }

    private void listenNoLonger() {
        stops.unhook();
        flight.keep(null);
    }

    private Step attempt(int place, Lane wanted) throws InterruptedException {
        Lane lane = planning.lane(place, wanted);
        long asked = parts.time().ticker().nanos();
        GateDecision entered = enter(planning.target(place), lane);
        Step instead = early.instead();
        if (instead != null) {
            giveBack(entered);
            return instead;
        }
        return switch (entered) {
            case Ticket ticket -> {
                Step after = attempts.make(new Launch(place, ticket, lane, slept, sinceNanos(asked)));
                owesBackoff = after instanceof Step.Wait wait && wait.nanos() == 0;
                yield after;
            }
            case GateDecision.NotNow notNow ->
                planning.goesElsewhere(place, notNow) ? new Step.Wait(0, wanted) : notNow(notNow, wanted);
            case GateDecision.NoPermit noPermit -> {
                tally.waited(sinceNanos(asked));
                yield noPermit(noPermit.refused());
            }
        };
    }

    /** Whoever has lost its key waits for the winner with no permit in hand. */
    private static void giveBack(GateDecision entered) {
        if (entered instanceof Ticket ticket) {
            ticket.close();
        }
    }

    /** Where it was to go refuses as well: what has failed is asked again, and not without the backoff. */
    private Step backOff(Lane lane) throws InterruptedException {
        RetryDecision decision = planning.backOff(endings.situation(stops.reason() == Stop.CANCELLED));
        return switch (decision) {
            case RetryDecision.Retry retry -> {
                waits(WaitingFor.BACKOFF);
                owesBackoff = false;
                yield new Step.Wait(retry.waitNanos(), lane);
            }
            case RetryDecision.End end -> endings.withoutAttempt(end.disposition(), null);
            case RetryDecision.Await ignored -> throw new IllegalStateException("a backoff awaits nothing");
            case RetryDecision.Pause ignored -> throw new IllegalStateException("a backoff pauses nothing");
        };
    }

    /** Another attempt's hint holds for the whole route (design 5); it is never cut short to fit. */
    private Step untilTheRouteMayBeRetried(long floor) throws InterruptedException {
        long useful = operation.deadline().remainingNanos()
                - operation.retry().minimumAttempt().toNanos();
        if (floor >= useful) {
            return endings.withoutAttempt(Disposition.deadLetter(EndReason.DEADLINE), Duration.ofNanos(floor));
        }
        waits(WaitingFor.BACKOFF);
        return new Step.Wait(floor, Lane.RETRY);
    }

    private GateDecision enter(Target target, Lane lane) throws InterruptedException {
        PermitRequest permit = PermitRequest.original(
                        operation.subject().tenant().id(),
                        operation.call().settings().priority())
                .withEstimatedTokens(operation.request().estimatedPromptTokens()
                        + operation.request().maxTokens().orElse(0));
        if (operation.isBackground()) {
            permit = permit.asPatient();
        }
        if (lane == Lane.RETRY) {
            permit = permit.asRetry();
        }
        try {
            return target.gate().enter(new GateRequest(target.key(), permit, operation.deadline()), waiting -> {
                waits(WaitingFor.PERMIT);
                listen(waiting::withdraw);
                early.waits(waiting);
                // Once it is in the ledger, others can move it there.
                listen(waiting::withdraw);
            });
        } finally {
            listenNoLonger();
        }
    }

    private Step notNow(GateDecision.NotNow last, Lane lane) throws InterruptedException {
        GateDecision.NotNow notNow = planning.inTheWay(last);
        RetrySituation situation = endings.situation(stops.reason() == Stop.CANCELLED);
        return switch (planning.afterRefusal(notNow, situation)) {
            case RetryDecision.Await await -> {
                waits(waitingFor(await.limit()));
                if (await.limit() == EndReason.STOPPED
                        && mayGoBackInLine
                        && !tally.attempts().hasAmbiguous()) {
                    yield endings.backInLine(later(notNow.comeBackNanos()), EndReason.STOPPED);
                }
                if (await.waitNanos() > SHORT_WAIT && freesItsWorker()) {
                    yield endings.backInLine(Duration.ofNanos(await.waitNanos()), null);
                }
                yield new Step.Wait(Math.clamp(await.waitNanos(), 1, longestWait(await.limit())), lane);
            }
            case RetryDecision.End end -> endings.barred(end.disposition(), notNow);
            case RetryDecision.Retry ignored -> throw new IllegalStateException("a refusal leads to no retry");
            case RetryDecision.Pause ignored -> throw new IllegalStateException("a refusal pauses nothing");
        };
    }

    /**
     * A worker that took it from the ledger is free for another while it waits there, unless somebody waits here for its
     * answer, or only this process may go on with it.
     */
    private boolean freesItsWorker() {
        return mayGoBackInLine && stops.reason() == null && !tally.attempts().hasAmbiguous() && flight.leavesAlone();
    }

    private static Duration later(long comeBackNanos) {
        Duration comeBack = Duration.ofNanos(comeBackNanos);
        return comeBack.compareTo(BACK_IN_LINE) < 0 ? BACK_IN_LINE : comeBack;
    }

    private Step noPermit(dev.penstock.policy.admission.Refused refused) throws InterruptedException {
        Stop stop = stops.reason();
        if (refused.reason() == RefusalReason.WITHDRAWN) {
            return stop == null ? new Step.LookUp() : endings.stopped(stop);
        }
        if (tally.started() == 0 && journal.record() == null && refused.reason() != RefusalReason.EXPIRED) {
            return endings.notAdmitted(refused);
        }
        return endings.withoutAttempt(Disposition.deadLetter(refused.reason().endReason()), refused.retryAfter());
    }

    /**
     * A pause may be ended by a person at any moment, and is looked at every second (design 8). Originals earn tokens all
     * the time, and the bucket is small: whoever slept through until the budget's floor would find them spilt.
     */
    private static long longestWait(EndReason limit) {
        return switch (limit) {
            case STOPPED -> LOOK_AT_PAUSE;
            case RETRY_BUDGET -> LOOK_AT_BUDGET;
            default -> Long.MAX_VALUE;
        };
    }

    private static WaitingFor waitingFor(EndReason limit) {
        return switch (limit) {
            case STOPPED -> WaitingFor.ROUTE_PAUSE;
            case BREAKER -> WaitingFor.BREAKER;
            case RETRY_BUDGET -> WaitingFor.RETRY_TOKEN;
            default -> WaitingFor.BACKOFF;
        };
    }

    private void waits(WaitingFor what) {
        parts.events().accept(new CallEvent.Waits(operation.subject(), what));
    }

    private Duration sinceNanos(long tick) {
        return Duration.ofNanos(parts.time().ticker().nanos() - tick);
    }
}
