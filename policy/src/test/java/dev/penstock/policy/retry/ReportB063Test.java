package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Timers;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B063 200 concurrent callers, one outage: the extra load stays inside the budget")
class ReportB063Test {

    private static final long SEED = 63;
    private static final int CALLERS = 200;
    private static final Duration OUTAGE = Duration.ofMinutes(1);
    private static final Duration HORIZON = Duration.ofMinutes(2);
    private static final long ATTEMPT = Duration.ofMillis(300).toNanos();

    private final VirtualTime clock = new VirtualTime();
    private final Timers timers = clock.time().timers();
    private final RandomGenerator random = new SplittableRandom(SEED);
    private final RetrySettings settings = RetrySettings.forAttached();
    private final RetryPlanner planner = new RetryPlanner(settings, random);

    private final Map<EndReason, Integer> ends = new EnumMap<>(EndReason.class);
    private int originals;
    private int originalsInTheOutage;
    private int retries;
    private int answeredAfterTheOutage;

    @Test
    void outage_withABudget_addsAFewPercent() {
        RetryBudget budget = new TokenBucket(
                "test", RetryBudgetSettings.defaults(), clock.time().ticker());

        simulate(budget);

        double allowance = 10 + originals / 10.0 + HORIZON.toSeconds() / 10.0;
        assertThat((double) retries).as("seed %d", SEED).isLessThanOrEqualTo(allowance);
        assertThat(retries).as("seed %d", SEED).isLessThan(originalsInTheOutage / 5);
        assertThat(ends.get(EndReason.RETRY_BUDGET))
                .as("refused retries name the budget")
                .isPositive();
        assertThat(answeredAfterTheOutage).as("recovers by itself").isGreaterThan(CALLERS);
    }

    @Test
    @DisplayName("the simulation sees the storm where there is no budget")
    void outage_withoutABudget_isAStorm() {
        RetryBudgetSettings unlimited =
                new RetryBudgetSettings(BudgetScope.PROCESS, 1_000_000_000, 100, Duration.ofNanos(1));

        simulate(new TokenBucket("test", unlimited, clock.time().ticker()));

        assertThat(retries).as("seed %d", SEED).isGreaterThan(2 * originalsInTheOutage);
    }

    private void simulate(RetryBudget budget) {
        for (int caller = 0; caller < CALLERS; caller++) {
            timers.after(random.nextLong(Duration.ofSeconds(1).toNanos()), () -> begin(budget));
        }
        clock.advance(HORIZON);
    }

    private void begin(RetryBudget budget) {
        originals++;
        originalsInTheOutage += clock.time().ticker().nanos() < OUTAGE.toNanos() ? 1 : 0;
        budget.recordOriginal();
        send(budget, AttemptTally.NONE, clock.time().ticker().nanos());
    }

    private void send(RetryBudget budget, AttemptTally tally, long begun) {
        timers.after(ATTEMPT, () -> ended(budget, tally, begun));
    }

    private void ended(RetryBudget budget, AttemptTally before, long begun) {
        long now = clock.time().ticker().nanos();
        AttemptFacts reply = now < OUTAGE.toNanos() ? Facts.status(503) : Facts.finished("stop");
        Classification attempt = Classifier.classify(reply, Facts.RULES);
        AttemptTally tally = before.plus(attempt.verdict(), reply.evidence().stage(), false);
        RetrySituation situation = RetrySituation.of(
                tally,
                ReplaySetting.AFTER_REJECTION,
                settings.operationDeadline().toNanos() - (now - begun));
        switch (planner.afterAttempt(attempt, null, situation)) {
            case RetryDecision.Retry retry -> timers.after(retry.waitNanos(), () -> launch(budget, situation, begun));
            case RetryDecision.End end -> close(budget, end.disposition());
            case RetryDecision.Pause pause -> throw new AssertionError(pause);
            case RetryDecision.Await await -> throw new AssertionError(await);
        }
    }

    private void launch(RetryBudget budget, RetrySituation situation, long begun) {
        switch (budget.tryTake()) {
            case RetryToken token -> {
                token.spend();
                retries++;
                send(budget, situation.tally(), begun);
            }
            case TokenOutcome.Exhausted exhausted -> {
                RetryDecision decision =
                        planner.afterRefusal(EndReason.RETRY_BUDGET, exhausted.comeBackNanos(), situation);
                close(budget, ((RetryDecision.End) decision).disposition());
            }
        }
    }

    private void close(RetryBudget budget, Disposition disposition) {
        EndReason reason = disposition.reason();
        if (reason != null) {
            ends.merge(reason, 1, Integer::sum);
        }
        if (reason == EndReason.ANSWERED) {
            answeredAfterTheOutage++;
        }
        timers.after(Duration.ofMillis(500).toNanos(), () -> begin(budget));
    }
}
