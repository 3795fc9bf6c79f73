package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B040 pages of an intermediary leave the outcome unknown")
class ReportB040Test {

    @ParameterizedTest
    @ValueSource(ints = {502, 504, 520, 521, 522, 523, 524, 525, 526, 527})
    void intermediaryStatus_isUnknownAndNotResent(int status) {
        RetryDecision unknown = new RetryDecision.End(Disposition.unknown(EndReason.INTERMEDIARY), null);

        assertThat(Decisions.attached(Facts.status(status))).isEqualTo(unknown);
        assertThat(Decisions.background(Facts.ended(Facts.status(status), new Ending.Failed(FailureKind.RESET))))
                .isEqualTo(unknown);
    }

    @Test
    void unavailable_isTransient() {
        assertThat(Decisions.attached(Facts.status(503))).isInstanceOf(RetryDecision.Retry.class);
    }

    @Test
    void pageUnderA200_isQuarantined() {
        assertThat(Decisions.attached(Facts.ok(new Completion.NotTheProtocol("HTML"))))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.QUARANTINED), null));
    }

    @Test
    void errorOfAnIntermediaryInTheJsonOfA200_isWhatItsStatusIs() {
        assertThat(Decisions.attached(Facts.ok(new Completion.ErrorObject(Facts.named(520), false))))
                .isEqualTo(new RetryDecision.End(Disposition.unknown(EndReason.INTERMEDIARY), null));
    }
}
