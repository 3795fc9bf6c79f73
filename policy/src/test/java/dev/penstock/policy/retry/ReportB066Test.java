package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.policy.retry.SimulatedCall.Reply;
import dev.penstock.policy.retry.SimulatedCall.Trace;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("B066 R-DEADLINE-4 no retry runs past the caller's deadline")
class ReportB066Test {

    private static final RetrySettings SETTINGS = RetrySettings.forAttached()
            .withOperationDeadline(Duration.ofSeconds(1))
            .withBackoff(new Backoff(Duration.ofSeconds(4), Duration.ofSeconds(4)));

    @Test
    void backoffThatDoesNotFit_stopsAtTheFailureWithTheLastErrorAsCause() throws InterruptedException {
        Trace trace = run(Facts.status(503), Duration.ofMillis(900), ReplaySetting.AFTER_REJECTION);

        assertThat(trace.elapsed()).isEqualTo(Duration.ofMillis(900));
        assertThat(trace.waits()).isEmpty();
        assertThat(trace.disposition()).isEqualTo(Disposition.deadLetter(EndReason.DEADLINE));
        assertThat(trace.ends()).extracting(Classification::row).containsExactly(8);
    }

    @ParameterizedTest
    @EnumSource(ReplaySetting.class)
    void localDeadline_isTerminalUnderEverySetting(ReplaySetting replay) throws InterruptedException {
        Trace trace = run(Facts.finished("stop"), Duration.ofSeconds(5), replay);

        assertThat(trace.elapsed()).isEqualTo(Duration.ofSeconds(1));
        assertThat(trace.ends()).hasSize(1);
        assertThat(trace.disposition()).isEqualTo(Disposition.unknown(EndReason.DEADLINE));
    }

    private static Trace run(AttemptFacts reply, Duration takes, ReplaySetting replay) throws InterruptedException {
        VirtualTime clock = new VirtualTime();
        RetryBudget budget = new TokenBucket(
                "test", RetryBudgetSettings.defaults(), clock.time().ticker());
        return new SimulatedCall(SETTINGS, replay, budget, clock, new FixedRandom(0.5))
                .run(attempt -> new Reply(reply, takes));
    }
}
