package dev.penstock.policy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationalClass;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Ambiguous.Why;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-CLASS-1 R-CLASS-4 rows 12 to 18: it may have been processed")
class CutRowsTest {

    private static final Ending RESET = new Ending.Failed(FailureKind.RESET);

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void row12_noStatus_isUnknown(FailureKind kind) {
        Classification noAnswer = classify(Facts.failed(kind, Facts.sent()));

        assertThat(noAnswer.row()).isEqualTo(12);
        assertThat(noAnswer.disposition()).isEqualTo(Disposition.unknown(EndReason.NO_ANSWER));
        assertThat(noAnswer.breaker()).isEqualTo(BreakerEffect.FAILURE);
    }

    @Test
    void row12_noProofThatNothingWasSent_isUnknownAtAnyStage() {
        DeliveryEvidence throughAProxy = Facts.evidence(DeliveryStage.CONNECTING, Proof.NONE);

        assertThat(classify(Facts.failed(FailureKind.CONNECT, throughAProxy)).row())
                .isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource({
        "DEADLINE, DEADLINE, DEADLINE, NEUTRAL",
        "CANCELLED, CANCELLED, CANCELLED, NEUTRAL",
        "ATTEMPT_CAP, CAP, ATTEMPT_CAP, FAILURE",
        "TRANSPORT_IDLE, STALLED, STALLED, FAILURE",
        "BEFORE_FIRST_PROGRESS, STALLED, STALLED, FAILURE",
        "PROGRESS_IDLE, STALLED, STALLED, FAILURE",
        "UPLOAD_IDLE, STALLED, STALLED, FAILURE"
    })
    @DisplayName("R-BREAKER-1 row 13: our own limits, with and without a partial answer in hand")
    void row13_endedByUs_isUnknown(AbortCause cause, Why why, EndReason reason, BreakerEffect breaker) {
        Classification bare = classify(Facts.aborted(cause, Facts.sent()));
        Classification partial = classify(Facts.ok(new Ending.Aborted(cause), new Completion.Truncated(true)));

        assertThat(bare.row()).isEqualTo(13);
        assertThat(bare.verdict()).isEqualTo(new Verdict.Ambiguous(why));
        assertThat(bare.disposition()).isEqualTo(Disposition.unknown(reason));
        assertThat(bare.breaker()).isEqualTo(breaker);
        assertThat(partial.row()).isEqualTo(13);
        assertThat(partial.flags()).containsExactly(Flag.OUTPUT_KEPT);
        assertThat(classify(Facts.ended(Facts.status(202), new Ending.Aborted(cause)))
                        .row())
                .isEqualTo(13);
    }

    @ParameterizedTest
    @CsvSource({"401, 6", "402, 5", "429, 7", "400, 9", "503, 8", "504, 10"})
    @DisplayName("B030 row 14: an error inside a 200 is what its status would have been")
    void row14_errorObjectThatNamesAStatus_isAsThatStatus(int status, int likeRow) {
        Classification inside = classify(error(Facts.named(status), false));
        Classification plain = classify(Facts.status(status));

        assertThat(plain.row()).isEqualTo(likeRow);
        assertThat(inside).isEqualTo(plain.inRow(14));
    }

    @Test
    void row14_errorObjectThatNamesATypeOrACode_isAsThat() {
        assertThat(classify(error(Facts.type("server_error"), false)).verdict())
                .isEqualTo(new Verdict.Transient(Verdict.Transient.Why.SERVER));
        assertThat(classify(error(Facts.type("invalid_request_error"), false)).verdict())
                .isEqualTo(new Verdict.Rejected(400));
        assertThat(classify(error(Facts.code("insufficient_quota"), false)).verdict())
                .isEqualTo(new Verdict.Stop(Verdict.Stop.What.QUOTA));
        assertThat(classify(error(Facts.code("invalid_api_key"), false)).verdict())
                .isEqualTo(new Verdict.Stop(Verdict.Stop.What.CREDENTIAL));
        assertThat(classify(error(Facts.code("tpm_limit"), false)).verdict())
                .isEqualTo(new Verdict.Transient(Verdict.Transient.Why.RATE_TPM));
    }

    @ParameterizedTest
    @CsvSource({"0", "200", "302", "1301", "-1"})
    void row14_errorObjectThatNamesNeither_isUnknown(int notAStatus) {
        assertThat(classify(error(Facts.named(notAStatus), false)).disposition())
                .isEqualTo(Disposition.unknown(EndReason.ERROR));
        assertThat(classify(error(ErrorFacts.NONE, false)).verdict()).isEqualTo(new Verdict.Ambiguous(Why.ERROR));
    }

    @Test
    void row14_errorObjectInHand_outweighsHowTheConnectionEnded() {
        Completion error = new Completion.ErrorObject(Facts.named(503), false);

        assertThat(classify(Facts.ok(RESET, error)).row()).isEqualTo(14);
        assertThat(classify(Facts.ok(new Ending.Aborted(AbortCause.DEADLINE), error))
                        .row())
                .isEqualTo(14);
    }

    @Test
    void row15_errorAfterOutput_isInterruptedAndUnknown() {
        Classification interrupted = classify(error(Facts.named(503), true));

        assertThat(interrupted.row()).isEqualTo(15);
        assertThat(interrupted.verdict()).isEqualTo(new Verdict.Interrupted(Verdict.Interrupted.By.ERROR));
        assertThat(interrupted.operationalClass()).isEqualTo(OperationalClass.UNKNOWN_OUTCOME);
        assertThat(interrupted.flags()).containsExactly(Flag.OUTPUT_KEPT);
    }

    @Test
    @DisplayName("B002 B033 row 16: nothing but keep-alives is no success")
    void row16_onlyKeepAlives_isUnknown() {
        assertThat(classify(Facts.ok(new Completion.Nothing())).disposition())
                .isEqualTo(Disposition.unknown(EndReason.EMPTY));
        assertThat(classify(Facts.ok(RESET, new Completion.Nothing())).row()).isEqualTo(16);
    }

    @Test
    void row16_closedAfterTheDocumentedWait_isAnOverloadWhereTheProfileOptsIn() {
        AttemptFacts early = silentFor(Duration.ofMinutes(1));
        AttemptFacts afterTheWait = silentFor(Duration.ofMinutes(10));

        assertThat(Classifier.classify(early, Facts.OPTED_IN).verdict()).isEqualTo(new Verdict.Ambiguous(Why.EMPTY));
        assertThat(Classifier.classify(afterTheWait, Facts.OPTED_IN).verdict())
                .isEqualTo(new Verdict.Transient(Verdict.Transient.Why.OVERLOAD));
        assertThat(classify(afterTheWait).verdict()).isEqualTo(new Verdict.Ambiguous(Why.EMPTY));
    }

    @Test
    void row17_framingIncomplete_isUnknownAndKept() {
        Classification partial = classify(Facts.ok(RESET, new Completion.Partial(true)));

        assertThat(partial.row()).isEqualTo(17);
        assertThat(partial.disposition()).isEqualTo(Disposition.unknown(EndReason.PARTIAL));
        assertThat(partial.flags()).containsExactly(Flag.OUTPUT_KEPT);
        assertThat(classify(Facts.ok(RESET, new Completion.NotTheProtocol("HTML")))
                        .row())
                .isEqualTo(17);
    }

    @Test
    @DisplayName("B027 row 18: the end of a stream without a finish is no end of an answer")
    void row18_noFinish_isUnknownAndKept() {
        Classification truncated = classify(Facts.ok(new Completion.Truncated(true)));

        assertThat(truncated.row()).isEqualTo(18);
        assertThat(truncated.disposition()).isEqualTo(Disposition.unknown(EndReason.TRUNCATED));
        assertThat(truncated.flags()).containsExactly(Flag.OUTPUT_KEPT);
    }

    private static AttemptFacts error(ErrorFacts error, boolean output) {
        return Facts.ok(new Completion.ErrorObject(error, output));
    }

    private static AttemptFacts silentFor(Duration span) {
        Timings timings = new Timings(0, 0, 1, Timings.NEVER, span.toNanos());
        return new AttemptFacts(
                new DeliveryEvidence(DeliveryStage.RESPONSE_COMPLETE, 10, 10, false, timings, Proof.NONE),
                new Ending.Finished(),
                Facts.ok(new Completion.Nothing()).response(),
                Acceptance.NOT_CHECKED,
                false);
    }

    private static Classification classify(AttemptFacts facts) {
        return Classifier.classify(facts, Facts.RULES);
    }
}
