package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.policy.retry.SimulatedCall.Reply;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-PROOF-1 the reference trace")
class ReferenceTraceTest {

    private static final Duration ATTEMPT = Duration.ofMillis(200);

    @Test
    void unavailableThenRateLimitedThenAnswered_threeAttemptsIn2350Milliseconds() throws InterruptedException {
        VirtualTime clock = new VirtualTime();
        RetryBudget budget = new TokenBucket(
                "test", RetryBudgetSettings.defaults(), clock.time().ticker());
        List<AttemptFacts> script = List.of(Facts.status(503), Hints.retryAfter(429, "1.5"), Facts.finished("stop"));

        SimulatedCall.Trace trace = new SimulatedCall(
                        RetrySettings.forAttached(), ReplaySetting.AFTER_REJECTION, budget, clock, new FixedRandom(0.5))
                .run(attempt -> new Reply(script.get(attempt - 1), ATTEMPT));

        assertThat(trace.disposition()).isEqualTo(new Disposition(OperationState.SUCCEEDED, EndReason.ANSWERED));
        assertThat(trace.ends()).extracting(Classification::row).containsExactly(8, 7, 24);
        assertThat(trace.waits()).containsExactly(Duration.ofMillis(250), Duration.ofMillis(1500));
        assertThat(trace.elapsed()).isEqualTo(Duration.ofMillis(2350));
        assertThat(trace.tokens()).isEqualTo(2);
        assertThat(budget.available()).isEqualTo(8);
    }
}
