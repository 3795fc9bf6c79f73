package dev.penstock.policy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.OperationalClass;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.NotSent.Cause;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-CLASS-2 R-CLASS-4 R-CLASS-7 rows 1 to 4: nothing was sent")
class LocalRowsTest {

    @Test
    void row1_localValidation_failsPermanently() {
        Classification invalid = classify(AttemptFacts.of(DeliveryEvidence.NOTHING_TRIED, new Ending.Invalid()));

        assertThat(invalid.row()).isEqualTo(1);
        assertThat(invalid.verdict()).isEqualTo(new Verdict.Invalid());
        assertThat(invalid.disposition()).isEqualTo(new Disposition(OperationState.FAILED_PERMANENT, EndReason.LOCAL));
        assertThat(invalid.operationalClass()).isEqualTo(OperationalClass.TERMINAL);
    }

    @Test
    void row2_ourCancelOrDeadlineBeforeASend_endsTheOperation() {
        Classification cancelled = classify(Facts.aborted(AbortCause.CANCELLED, Facts.unsent()));
        Classification deadline = classify(Facts.aborted(AbortCause.DEADLINE, Facts.unsent()));

        assertThat(cancelled.row()).isEqualTo(2);
        assertThat(cancelled.disposition())
                .isEqualTo(new Disposition(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED));
        assertThat(deadline.row()).isEqualTo(2);
        assertThat(deadline.disposition()).isEqualTo(Disposition.deadLetter(EndReason.DEADLINE));
        assertThat(deadline.operationalClass()).isEqualTo(OperationalClass.NOT_SENT);
    }

    @ParameterizedTest
    @CsvSource({
        "DNS, DNS, FAILURE",
        "CONNECT, CONNECT, FAILURE",
        "TLS, TLS, FAILURE",
        "POOL, POOL, NEUTRAL",
        "RESET, CONNECT, FAILURE",
        "CLOSED, CONNECT, FAILURE"
    })
    void row3_transportFailureBeforeAByte_isRetried(FailureKind kind, Cause cause, BreakerEffect breaker) {
        Classification failed = classify(Facts.failed(kind, Facts.unsent()));

        assertThat(failed.row()).isEqualTo(3);
        assertThat(failed.verdict()).isEqualTo(new Verdict.NotSent(cause));
        assertThat(failed.disposition()).isEqualTo(Disposition.RETRY);
        assertThat(failed.breaker()).isEqualTo(breaker);
    }

    @ParameterizedTest
    @CsvSource({"REFUSED_STREAM, REFUSED_STREAM", "GOAWAY, GOAWAY"})
    @DisplayName("B047 the peer's own word by protocol is proof, after the request was complete too")
    void row3_refusedByProtocol_isRetriedAndNeutral(FailureKind kind, Proof proof) {
        Classification refused = classify(Facts.failed(kind, Facts.evidence(DeliveryStage.REQUEST_COMPLETE, proof)));

        assertThat(refused.row()).isEqualTo(3);
        assertThat(refused.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
        assertThat(classify(Facts.failed(kind, Facts.sent())).row()).isEqualTo(12);
    }

    @Test
    @DisplayName("B046 a pooled connection found dead says nothing about the provider")
    void row3_resetOfAReusedConnectionBeforeAByte_countsAsThePoolsFault() {
        DeliveryEvidence reused =
                new DeliveryEvidence(DeliveryStage.CONNECTED, 0, 0, true, Timings.NONE, Proof.NO_REQUEST_BYTE);

        Classification failed = classify(Facts.failed(FailureKind.RESET, reused));

        assertThat(failed.verdict()).isEqualTo(new Verdict.NotSent(Cause.POOL));
        assertThat(failed.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
    }

    @Test
    void row3_notProcessable_onlyWhereTheProfileCountsIt() {
        AttemptFacts facts =
                Facts.failed(FailureKind.RESET, Facts.evidence(DeliveryStage.REQUEST_STARTED, Proof.NOT_PROCESSABLE));

        assertThat(Classifier.classify(facts, Facts.RULES).row()).isEqualTo(12);
        assertThat(Classifier.classify(facts, Facts.OPTED_IN).verdict())
                .isEqualTo(new Verdict.NotSent(Cause.NOT_PROCESSABLE));
    }

    @ParameterizedTest
    @EnumSource(
            value = AbortCause.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CANCELLED", "DEADLINE"})
    void row3_ourOwnLimitBeforeAByte_isRetriedAndNeutral(AbortCause cause) {
        Classification capped = classify(Facts.aborted(cause, Facts.unsent()));

        assertThat(capped.row()).isEqualTo(3);
        assertThat(capped.verdict()).isEqualTo(new Verdict.NotSent(Cause.CAP));
        assertThat(capped.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
    }

    @Test
    void row4_ourCodeThrewBeforeASend_isADeadLetterThatPropagates() {
        Classification threw = classify(AttemptFacts.of(Facts.unsent(), new Ending.Threw()));

        assertThat(threw.row()).isEqualTo(4);
        assertThat(threw.verdict()).isEqualTo(new Verdict.Internal());
        assertThat(threw.disposition()).isEqualTo(Disposition.deadLetter(EndReason.INTERNAL_ERROR));
        assertThat(threw.flags()).containsExactly(Flag.THREW);
    }

    private static Classification classify(AttemptFacts facts) {
        return Classifier.classify(facts, Facts.RULES);
    }
}
