package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One operation against a scripted provider on virtual time: the loop of design 5 around the pure decisions. */
final class SimulatedCall {

    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** What the provider does with one attempt. */
    record Reply(AttemptFacts facts, Duration takes) {}

    /** A provider: the attempt's number, from 1, to its reply. */
    interface Provider {
        Reply reply(int attempt);
    }

    /** What happened. */
    record Trace(
            List<Duration> startedWith,
            List<Classification> ends,
            List<Duration> waits,
            int tokens,
            AttemptTally tally,
            Disposition disposition,
            @Nullable Duration hint,
            Duration elapsed) {}

    private final RetrySettings settings;
    private final ReplaySetting replay;
    private final RetryPlanner planner;
    private final RetryBudget budget;
    private final VirtualTime clock;

    private final List<Duration> startedWith = new ArrayList<>();
    private final List<Classification> ends = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private AttemptTally tally = AttemptTally.NONE;
    private int tokens;

    SimulatedCall(
            RetrySettings settings,
            ReplaySetting replay,
            RetryBudget budget,
            VirtualTime clock,
            RandomGenerator random) {
        this.settings = settings;
        this.replay = replay;
        this.planner = new RetryPlanner(settings, random);
        this.budget = budget;
        this.clock = clock;
    }

    Trace run(Provider provider) throws InterruptedException {
        Deadline deadline = clock.time().deadlineAfter(settings.operationDeadline());
        budget.recordOriginal();
        while (true) {
            RetryDecision decision = attempt(provider.reply(tally.made() + 1), deadline);
            decision = waitAndLaunch(decision, deadline);
            if (decision instanceof RetryDecision.End end) {
                Duration elapsed = settings.operationDeadline().minusNanos(deadline.remainingNanos());
                return new Trace(startedWith, ends, waits, tokens, tally, end.disposition(), end.hint(), elapsed);
            }
        }
    }

    private RetryDecision attempt(Reply reply, Deadline deadline) throws InterruptedException {
        long remaining = deadline.remainingNanos();
        startedWith.add(Duration.ofNanos(remaining));
        long limit = settings.attemptNanos(remaining);
        boolean inTime = reply.takes().toNanos() <= limit;
        clock.sleep(Math.min(limit, reply.takes().toNanos()));
        Ending.AbortCause cause = limit < remaining ? Ending.AbortCause.ATTEMPT_CAP : Ending.AbortCause.DEADLINE;
        AttemptFacts facts = inTime ? reply.facts() : Facts.aborted(cause, Facts.sent());
        Classification end = Classifier.classify(facts, Facts.RULES);
        ends.add(end);
        tally = tally.plus(end.verdict(), facts.evidence().stage(), settings.background());
        ResponseFacts response = facts.response();
        Duration hint = response == null
                ? null
                : RetryAfter.read(response, clock.time().wall().instant());
        return planner.afterAttempt(end, hint, situation(deadline));
    }

    /** Until a retry is launched or the operation has ended. */
    private RetryDecision waitAndLaunch(RetryDecision first, Deadline deadline) throws InterruptedException {
        RetryDecision decision = first;
        while (true) {
            switch (decision) {
                case RetryDecision.End end -> {
                    return end;
                }
                case RetryDecision.Retry retry -> {
                    waits.add(Duration.ofNanos(retry.waitNanos()));
                    clock.sleep(retry.waitNanos());
                }
                case RetryDecision.Await await -> clock.sleep(await.waitNanos());
                case RetryDecision.Pause ignored -> clock.sleep(Math.min(PAUSE.toNanos(), deadline.remainingNanos()));
            }
            if (!settings.allowsAttempt(deadline.remainingNanos())) {
                return RetryPlanner.giveUp(EndReason.DEADLINE, situation(deadline));
            }
            switch (budget.tryTake()) {
                case RetryToken token -> {
                    token.spend();
                    tokens++;
                    return decision;
                }
                case TokenOutcome.Exhausted exhausted ->
                    decision = planner.afterRefusal(
                            EndReason.RETRY_BUDGET, exhausted.comeBackNanos(), situation(deadline));
            }
        }
    }

    private RetrySituation situation(Deadline deadline) {
        return RetrySituation.of(tally, replay, deadline.remainingNanos());
    }
}
