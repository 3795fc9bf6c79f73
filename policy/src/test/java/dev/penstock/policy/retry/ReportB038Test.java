package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("B038 402 is a stop of the account")
class ReportB038Test {

    static Stream<AttemptFacts> bodies() {
        return Stream.of(
                Facts.status(402), Facts.status(402, Facts.code("whatever")), Facts.status(402, Facts.type("x")));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void balance_attachedEndsAtOnceUnderEverySetting(AttemptFacts facts) {
        for (ReplaySetting replay : ReplaySetting.values()) {
            assertThat(Decisions.decide(facts, RetrySettings.forAttached(), replay))
                    .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.STOPPED), null));
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void balance_backgroundWaitsPausedWithNoAttemptCharged(AttemptFacts facts) {
        assertThat(Decisions.background(facts)).isEqualTo(new RetryDecision.Pause(Verdict.Stop.What.BALANCE));
        assertThat(AttemptTally.isCharged(
                        new Verdict.Stop(Verdict.Stop.What.BALANCE),
                        facts.evidence().stage(),
                        /* background= */ true))
                .isFalse();
    }
}
