package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Facts;
import dev.penstock.policy.retry.SimulatedCall.Reply;
import dev.penstock.policy.retry.SimulatedCall.Trace;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-PROOF-2 invariants over seeded random operations")
class RetryInvariantsTest {

    private static final long SEED = 20261002;
    private static final int OPERATIONS = 20_000;
    private static final List<ReplaySetting> SETTINGS = List.of(ReplaySetting.values());

    private static final List<AttemptFacts> REPLIES = List.of(
            Facts.status(503),
            Facts.status(429),
            Facts.status(500),
            Hints.retryAfter(429, "2"),
            Hints.retryAfter(503, "40"),
            Hints.retryAfter(429, "0"),
            Facts.status(400),
            Facts.status(401),
            Facts.status(402),
            Facts.status(504),
            Facts.failed(FailureKind.DNS, Facts.unsent()),
            Facts.failed(FailureKind.RESET, Facts.sent()),
            Facts.ok(new Ending.Failed(FailureKind.RESET), new Completion.Truncated(true)),
            Facts.finished("aborted"),
            Facts.finished("brand_new"),
            Facts.finished("stop"));

    @Test
    void everyOperation_keepsEveryInvariant() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int operation = 0; operation < OPERATIONS; operation++) {
            RetrySettings settings = settings(random);
            ReplaySetting replay = SETTINGS.get(random.nextInt(SETTINGS.size()));
            Trace trace = run(settings, replay, random.split());
            String which = "seed " + SEED + " operation " + operation + ": " + settings + " " + replay + " " + trace;

            int sends = trace.ends().size();
            if (!trace.startedWith().stream().allMatch(left -> left.compareTo(settings.minimumAttempt()) >= 0)) {
                throw new AssertionError("an attempt without useful time, " + which);
            }
            if (trace.tokens() != sends - 1) {
                throw new AssertionError("one token per retry and none for the original, " + which);
            }
            if (trace.tally().made() != sends || trace.tally().charged() > settings.maxAttempts()) {
                throw new AssertionError("more attempts than allowed, " + which);
            }
            if (trace.elapsed().compareTo(settings.operationDeadline()) > 0) {
                throw new AssertionError("beyond the deadline, " + which);
            }
            trace.ends().subList(0, sends - 1).forEach(end -> requireResendable(end, replay, settings, which));
            requireHonestEnd(trace, which);
        }
    }

    private static void requireResendable(
            Classification end, ReplaySetting replay, RetrySettings settings, String which) {
        if (!replay.allowsAfter(end.verdict())) {
            throw new AssertionError("resent what the setting forbids, " + which);
        }
        if (end.verdict() instanceof Verdict.Stop && !settings.background()) {
            throw new AssertionError("resent after a stop that nobody repaired, " + which);
        }
    }

    /** What may have been processed is never reported as a clean failure. */
    private static void requireHonestEnd(Trace trace, String which) {
        EndReason reason = trace.disposition().reason();
        if (trace.tally().hasAmbiguous() && trace.disposition().state() == OperationState.DEAD_LETTER) {
            assertThat(reason).as(which).isEqualTo(EndReason.QUARANTINED);
        }
        assertThat(reason).as(which).isNotNull();
    }

    private static Trace run(RetrySettings settings, ReplaySetting replay, SplittableRandom random)
            throws InterruptedException {
        VirtualTime clock = new VirtualTime(random.nextLong());
        RetryBudgetSettings allowance = new RetryBudgetSettings(
                BudgetScope.PROCESS, 1 + random.nextInt(10), 10, Duration.ofSeconds(1 + random.nextInt(20)));
        RetryBudget budget = new TokenBucket("test", allowance, clock.time().ticker());
        return new SimulatedCall(settings, replay, budget, clock, random)
                .run(attempt -> new Reply(
                        REPLIES.get(random.nextInt(REPLIES.size())), Duration.ofMillis(random.nextInt(3_000))));
    }

    private static RetrySettings settings(SplittableRandom random) {
        RetrySettings defaults = random.nextBoolean() ? RetrySettings.forAttached() : RetrySettings.forBackground();
        return defaults.withMaxAttempts(1 + random.nextInt(5))
                .withOperationDeadline(Duration.ofMillis(200 + random.nextInt(60_000)))
                .withAttemptCap(Duration.ofMillis(150 + random.nextInt(10_000)));
    }
}
