package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.policy.classify.Flag;
import dev.penstock.testkit.FixedRandom;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("B064 R-STREAM-3 after visible output nothing is resent, whatever failed and whatever the setting")
class ReportB064Test {

    static Stream<AttemptFacts> failures() {
        return Stream.of(
                Facts.ok(new Ending.Failed(FailureKind.RESET), new Completion.Truncated(true)),
                Facts.ok(new Ending.Failed(FailureKind.CLOSED), new Completion.Partial(true)),
                Facts.ok(new Ending.Aborted(AbortCause.PROGRESS_IDLE), new Completion.Truncated(true)),
                Facts.ok(new Ending.Aborted(AbortCause.ATTEMPT_CAP), new Completion.Truncated(true)),
                Facts.ok(new Completion.ErrorObject(Facts.named(429), true)),
                Facts.ok(new Completion.ErrorObject(Facts.named(503), true)),
                Facts.finished("insufficient_system_resource"),
                Facts.status(429),
                Facts.status(503),
                Facts.status(402),
                Facts.failed(FailureKind.DNS, Facts.unsent()));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void outputDelivered_everyFailureUnderEverySetting_ends(AttemptFacts facts) {
        for (ReplaySetting replay : ReplaySetting.values()) {
            for (RetrySettings settings :
                    new RetrySettings[] {RetrySettings.forAttached(), RetrySettings.forBackground()}) {
                assertThat(decide(facts, settings, replay)).isInstanceOf(RetryDecision.End.class);
            }
        }
    }

    @Test
    void outputDelivered_endsWithWhatInterruptedIt() {
        RetrySettings settings = RetrySettings.forAttached();

        assertThat(decide(Facts.finished("aborted"), settings, ReplaySetting.AFTER_ANYTHING))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.INTERRUPTED), null));
        assertThat(decide(
                        Facts.ok(new Ending.Failed(FailureKind.RESET), new Completion.Truncated(true)),
                        settings,
                        ReplaySetting.AFTER_ANYTHING))
                .isEqualTo(new RetryDecision.End(Disposition.unknown(EndReason.TRUNCATED), null));
    }

    @Test
    void partialOutput_isKept() {
        assertThat(classify(Facts.ok(new Ending.Failed(FailureKind.RESET), new Completion.Truncated(true)))
                        .flags())
                .contains(Flag.OUTPUT_KEPT);
    }

    private static RetryDecision decide(AttemptFacts facts, RetrySettings settings, ReplaySetting replay) {
        Classification attempt = classify(facts);
        AttemptTally tally =
                AttemptTally.NONE.plus(attempt.verdict(), facts.evidence().stage(), settings.background());
        return new RetryPlanner(settings, new FixedRandom(0))
                .afterAttempt(
                        attempt,
                        null,
                        RetrySituation.of(tally, replay, Duration.ofMinutes(1).toNanos())
                                .withOutputDelivered());
    }

    private static Classification classify(AttemptFacts facts) {
        return Classifier.classify(facts, Facts.RULES);
    }
}
