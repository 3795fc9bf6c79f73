package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("B075 R-CANCEL-2 what ends here says nothing about what ended there")
class ReportB075Test {

    static Stream<AttemptFacts> afterTheRequestWasWritten() {
        return Stream.of(
                Facts.aborted(AbortCause.TRANSPORT_IDLE, Facts.sent()),
                Facts.aborted(AbortCause.ATTEMPT_CAP, Facts.sent()),
                Facts.aborted(AbortCause.CANCELLED, Facts.sent()),
                Facts.failed(FailureKind.RESET, Facts.sent()),
                Facts.failed(FailureKind.CLOSED, Facts.sent()),
                Facts.status(504));
    }

    @ParameterizedTest
    @MethodSource("afterTheRequestWasWritten")
    void afterTheRequestWasWritten_isUnknownAndNotResent(AttemptFacts facts) {
        assertThat(Decisions.background(facts))
                .isEqualTo(new RetryDecision.End(
                        Classifier.classify(facts, Facts.RULES).disposition(), null));
        assertThat(Classifier.classify(facts, Facts.RULES).state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
    }

    @Test
    void processKilledWhileDispatching_isUnknown() {
        assertThat(Recovery.step(OperationState.DISPATCHING, true, false, Recovery.Loss.CRASHED))
                .isEqualTo(new Recovery.Step.Settle(Disposition.unknown(EndReason.CRASHED)));
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"CONNECT", "DNS", "TLS"})
    void beforeAByteWasWritten_isFreelyRetried(FailureKind kind) {
        assertThat(Decisions.background(Facts.failed(kind, Facts.unsent()))).isInstanceOf(RetryDecision.Retry.class);
        assertThat(Decisions.attached(Facts.failed(kind, Facts.unsent()))).isInstanceOf(RetryDecision.Retry.class);
    }
}
