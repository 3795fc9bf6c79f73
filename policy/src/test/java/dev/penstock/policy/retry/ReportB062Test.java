package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Facts;
import dev.penstock.policy.retry.SimulatedCall.Reply;
import dev.penstock.policy.retry.SimulatedCall.Trace;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("B062 R-DEADLINE-2 a step of the wall clock moves no wait, no deadline and no budget")
class ReportB062Test {

    @ParameterizedTest
    @CsvSource({"PT0S, 0", "PT1H, 0", "PT-1H, 0", "PT1H, 9223372036854775000", "PT-1H, -9223372036854775000"})
    void wallClockStepsWhileAnOperationRuns_nothingFiresEarlyOrLate(Duration step, long startTick)
            throws InterruptedException {
        VirtualTime clock = new VirtualTime(startTick);
        RetryBudget budget = new TokenBucket(
                "test", RetryBudgetSettings.defaults(), clock.time().ticker());

        Trace trace = new SimulatedCall(
                        RetrySettings.forAttached(), ReplaySetting.AFTER_REJECTION, budget, clock, new FixedRandom(0.5))
                .run(attempt -> {
                    AttemptFacts reply = attempt < 3 ? Hints.retryAfter(503, "1") : Facts.finished("stop");
                    clock.time().timers().after(Duration.ofMillis(500).toNanos(), () -> clock.jumpWall(step));
                    return new Reply(reply, Duration.ofMillis(200));
                });

        assertThat(trace.waits()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(trace.elapsed()).isEqualTo(Duration.ofMillis(2600));
        assertThat(budget.available()).isEqualTo(8);
    }
}
