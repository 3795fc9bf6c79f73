package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.testkit.FixedRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B042 408, 409, 425 and 499")
class ReportB042Test {

    @ParameterizedTest
    @ValueSource(ints = {408, 409, 425})
    void oddStatus_byDefaultIsNotRetriedUnderAnySetting(int status) {
        for (ReplaySetting replay : ReplaySetting.values()) {
            assertThat(Decisions.decide(Facts.status(status), RetrySettings.forAttached(), replay))
                    .isEqualTo(new RetryDecision.End(
                            new Disposition(OperationState.FAILED_PERMANENT, EndReason.REJECTED), null));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425})
    void allowlistedStatus_isRetriedAsAVisibleChargedAttempt(int status) {
        AttemptFacts facts = Facts.status(status);
        Classification attempt = Classifier.classify(facts, Facts.OPTED_IN);
        AttemptTally tally =
                AttemptTally.NONE.plus(attempt.verdict(), facts.evidence().stage(), false);
        RetrySettings settings = RetrySettings.forAttached();

        assertThat(tally.charged()).isEqualTo(1);
        assertThat(new RetryPlanner(settings, new FixedRandom(0))
                        .afterAttempt(
                                attempt,
                                null,
                                RetrySituation.of(
                                        tally,
                                        ReplaySetting.AFTER_REJECTION,
                                        settings.operationDeadline().toNanos())))
                .isInstanceOf(RetryDecision.Retry.class);
    }

    @Test
    void cancelledByAnIntermediary_isUnknown() {
        assertThat(Decisions.attached(Facts.status(499)))
                .isEqualTo(new RetryDecision.End(Disposition.unknown(EndReason.INTERMEDIARY), null));
    }
}
