package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B057 a huge value never becomes a short wait")
class ReportB057Test {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372037",
                "9223372036854775807",
                "9223372036854775808",
                "18446744073709551616",
                "9999999999999999999999999999999999999999",
                "9223372036854775806.9999999999"
            })
    void read_huge_endsAnyOperationAtOnce(String value) {
        Duration hint = Hints.read(value);

        assertThat(hint).isGreaterThan(Deadline.LONGEST);
        assertThat(decide(hint)).isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.DEADLINE), hint));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "9999999999999999999999999999999999999999"})
    void read_hugeInMilliseconds_endsAnyOperationAtOnce(String value) {
        assertThat(Hints.readMillis(value)).isGreaterThan(Deadline.LONGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551616x", "9223372036854775807 s", "1e99"})
    void read_hugeWithTrailingGarbage_isAsIfNothingHadBeenSaid(String value) {
        assertThat(Hints.read(value)).isNull();
        assertThat(Hints.readMillis(value)).isNull();
    }

    private static RetryDecision decide(@Nullable Duration hint) {
        Classification limited = Classifier.classify(Facts.status(429), Facts.RULES);
        AttemptTally tally =
                AttemptTally.NONE.plus(limited.verdict(), DeliveryStage.RESPONSE_COMPLETE, /* background= */ true);
        return new RetryPlanner(RetrySettings.forBackground(), new FixedRandom(0.5))
                .afterAttempt(
                        limited,
                        hint,
                        RetrySituation.of(tally, ReplaySetting.AFTER_REJECTION, Deadline.LONGEST.toNanos()));
    }
}
