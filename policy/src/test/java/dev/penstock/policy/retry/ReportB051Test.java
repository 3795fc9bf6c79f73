package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.policy.retry.SimulatedCall.Reply;
import dev.penstock.policy.retry.SimulatedCall.Trace;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B051 one number rules every request, a refreshed credential included")
class ReportB051Test {

    @Test
    void unauthorized_attached_isTheOnlyRequest() throws InterruptedException {
        Trace trace = run(RetrySettings.forAttached().withMaxAttempts(1));

        assertThat(trace.ends()).hasSize(1);
        assertThat(trace.disposition()).isEqualTo(Disposition.deadLetter(EndReason.STOPPED));
    }

    @Test
    void unauthorized_backgroundAfterARepair_isASecondAttemptWithItsToken() throws InterruptedException {
        Trace trace = run(RetrySettings.forBackground().withMaxAttempts(1));

        assertThat(trace.ends()).hasSize(2);
        assertThat(trace.tally().made()).isEqualTo(2);
        assertThat(trace.tally().charged()).isEqualTo(1);
        assertThat(trace.tokens()).isEqualTo(1);
    }

    private static Trace run(RetrySettings settings) throws InterruptedException {
        VirtualTime clock = new VirtualTime();
        RetryBudget budget = new TokenBucket(
                "test", RetryBudgetSettings.defaults(), clock.time().ticker());
        return new SimulatedCall(settings, ReplaySetting.AFTER_ANYTHING, budget, clock, new FixedRandom(0.5))
                .run(attempt ->
                        new Reply(attempt == 1 ? Facts.status(401) : Facts.finished("stop"), Duration.ofMillis(20)));
    }
}
