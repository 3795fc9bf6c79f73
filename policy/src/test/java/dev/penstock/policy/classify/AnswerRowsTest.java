package dev.penstock.policy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Completed.How;
import dev.penstock.policy.attempt.Verdict.Unusable.Why;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-CLASS-5 R-CLASS-6 R-VALID-1 rows 19 to 26: judging what is complete")
class AnswerRowsTest {

    @Test
    @DisplayName("R-CLASS-5 row 19: not the protocol is quarantined")
    void row19_notTheProtocol_isQuarantined() {
        Classification html = classify(Facts.ok(new Completion.NotTheProtocol("HTML")));
        Ending tooLarge = new Ending.Aborted(AbortCause.TOO_LARGE);

        assertThat(html.row()).isEqualTo(19);
        assertThat(html.verdict()).isEqualTo(new Verdict.Unusable(Why.PROTOCOL));
        assertThat(html.disposition()).isEqualTo(Disposition.deadLetter(EndReason.QUARANTINED));
        assertThat(html.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
        assertThat(classify(Facts.ok(tooLarge, new Completion.Truncated(true))).row())
                .isEqualTo(19);
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 201, 202, 204, 206, 299})
    void row19_otherSuccessStatus_isQuarantined(int status) {
        assertThat(classify(Facts.status(status)).row()).isEqualTo(19);
    }

    @ParameterizedTest
    @ValueSource(strings = {"insufficient_system_resource", "aborted", "error"})
    @DisplayName("B029 row 20: broken off by the provider itself")
    void row20_brokenOff_isInterrupted(String reason) {
        Classification interrupted = classify(Facts.finished("stop", reason));

        assertThat(interrupted.row()).isEqualTo(20);
        assertThat(interrupted.verdict()).isEqualTo(new Verdict.Interrupted(Verdict.Interrupted.By.PROVIDER));
        assertThat(interrupted.disposition())
                .isEqualTo(new Disposition(OperationState.RETRY_SCHEDULED, EndReason.INTERRUPTED));
        assertThat(interrupted.breaker()).isEqualTo(BreakerEffect.FAILURE);
        assertThat(interrupted.flags()).containsExactly(Flag.OUTPUT_KEPT);
    }

    @Test
    void row20_errorOnAChoice_isInterrupted() {
        assertThat(classify(Facts.ok(new Completion.Whole(List.of("stop"), false, true, true)))
                        .row())
                .isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"brand_new", "", "STOP", "null", "stop "})
    @DisplayName("B029 row 21: an unknown finish is never taken for stop")
    void row21_unknownFinish_isQuarantined(String reason) {
        Classification unknown = classify(Facts.finished(reason));

        assertThat(unknown.row()).isEqualTo(21);
        assertThat(unknown.verdict()).isEqualTo(new Verdict.Unusable(Why.UNKNOWN_FINISH));
        assertThat(classify(Facts.finished("stop", reason)).row()).isEqualTo(21);
    }

    @Test
    @DisplayName("B028 B033 row 21: [DONE] without a finish, where a profile accepts it, still needs an answer")
    void row21_doneWithoutFinish_acceptedOnlyWithOutput() {
        Completion doneOnly = new Completion.Whole(List.of(""), false, false, false);

        assertThat(Classifier.classify(Facts.finished(""), Facts.OPTED_IN).row())
                .isEqualTo(24);
        assertThat(Classifier.classify(Facts.ok(doneOnly), Facts.OPTED_IN).row())
                .isEqualTo(21);
        assertThat(Classifier.classify(Facts.finished(), Facts.OPTED_IN).row()).isEqualTo(21);
    }

    @ParameterizedTest
    @CsvSource({
        "length, false, LIMITED",
        "content_filter, false, FILTERED",
        "stop, true, REFUSED",
        "length, true, REFUSED"
    })
    void row22_limitedFilteredOrRefused_succeedsWithItsFlag(String reason, boolean refusal, How how) {
        AttemptFacts facts = Facts.ok(new Completion.Whole(List.of("stop", reason), refusal, true, false));
        Classification limited = classify(facts);

        assertThat(limited.row()).isEqualTo(22);
        assertThat(limited.verdict()).isEqualTo(new Verdict.Completed(how, false));
        assertThat(limited.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(classify(facts.withAcceptance(Acceptance.REFUSED)))
                .as("result checks are not run")
                .isEqualTo(limited);
    }

    @ParameterizedTest
    @CsvSource({"SCHEMA_VIOLATED, SCHEMA", "REFUSED, APPLICATION"})
    void row23_checkNotMet_isQuarantinedAndKept(Acceptance acceptance, Why why) {
        Classification refused = classify(Facts.finished("stop").withAcceptance(acceptance));

        assertThat(refused.row()).isEqualTo(23);
        assertThat(refused.verdict()).isEqualTo(new Verdict.Unusable(why));
        assertThat(refused.disposition()).isEqualTo(Disposition.deadLetter(EndReason.QUARANTINED));
        assertThat(refused.breaker()).isEqualTo(BreakerEffect.SUCCESS);
        assertThat(refused.flags()).containsExactly(Flag.OUTPUT_KEPT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "tool_calls", "function_call"})
    void row24_finishedOnEveryChoice_succeeds(String reason) {
        Classification answered = classify(Facts.finished(reason, "stop"));

        assertThat(answered.row()).isEqualTo(24);
        assertThat(answered.verdict()).isEqualTo(new Verdict.Completed(How.FULL, false));
        assertThat(answered.disposition()).isEqualTo(new Disposition(OperationState.SUCCEEDED, EndReason.ANSWERED));
        assertThat(answered.flags()).isEmpty();
        assertThat(Classifier.classify(Facts.finished("function_call"), dev.penstock.policy.attempt.CodeRules.none())
                        .row())
                .as("only where the profile lists it")
                .isEqualTo(21);
    }

    @Test
    @DisplayName("B028 row 24: once complete, the connection's end only adds a flag")
    void row24_completeThenCut_succeedsFlagged() {
        Completion whole = Facts.whole("stop");

        for (Ending ending : List.of(
                new Ending.Failed(FailureKind.RESET),
                new Ending.Aborted(AbortCause.CANCELLED),
                new Ending.Aborted(AbortCause.TOO_LARGE))) {
            Classification answered = classify(Facts.ok(ending, whole));
            assertThat(answered.row()).isEqualTo(24);
            assertThat(answered.flags()).containsExactly(Flag.UNCLEAN_END);
        }
    }

    @Test
    @DisplayName("B025 row 24: a complete answer without output is flagged, not repeated")
    void row24_withoutOutput_succeedsFlagged() {
        Classification empty = classify(Facts.ok(new Completion.Whole(List.of("stop"), false, false, false)));

        assertThat(empty.row()).isEqualTo(24);
        assertThat(empty.flags()).containsExactly(Flag.NO_OUTPUT);
    }

    @Test
    @DisplayName("R-DEADLINE-5 row 25: late is never on time")
    void row25_late_isAsRows22To24AndLate() {
        Classification full = classify(Facts.late(Facts.finished("stop")));
        Classification limited = classify(Facts.late(Facts.finished("length")));
        Classification refused =
                classify(Facts.late(Facts.finished("stop").withAcceptance(Acceptance.SCHEMA_VIOLATED)));

        assertThat(full.row()).isEqualTo(25);
        assertThat(full.verdict()).isEqualTo(new Verdict.Completed(How.FULL, true));
        assertThat(full.flags()).containsExactly(Flag.LATE);
        assertThat(limited.verdict()).isEqualTo(new Verdict.Completed(How.LIMITED, true));
        assertThat(refused.verdict()).isEqualTo(new Verdict.Unusable(Why.SCHEMA));
        assertThat(refused.flags()).containsExactlyInAnyOrder(Flag.LATE, Flag.OUTPUT_KEPT);
    }

    @Test
    void row26_ourCodeThrewAfterTheIntent_isUnknownAndPropagates() {
        Classification bare = classify(AttemptFacts.of(Facts.sent(), new Ending.Threw()));
        Classification partial = classify(Facts.ok(new Ending.Threw(), new Completion.Truncated(true)));

        assertThat(bare.row()).isEqualTo(26);
        assertThat(bare.disposition()).isEqualTo(Disposition.unknown(EndReason.INTERNAL_ERROR));
        assertThat(bare.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
        assertThat(bare.flags()).containsExactly(Flag.THREW);
        assertThat(partial.row()).isEqualTo(26);
        assertThat(partial.flags()).containsExactlyInAnyOrder(Flag.THREW, Flag.OUTPUT_KEPT);
    }

    @Test
    void row24_ourCodeThrewWithTheAnswerInHand_keepsTheAnswerAndPropagates() {
        Classification answered = classify(Facts.ok(new Ending.Threw(), Facts.whole("stop")));

        assertThat(answered.row()).isEqualTo(24);
        assertThat(answered.flags()).containsExactlyInAnyOrder(Flag.THREW, Flag.UNCLEAN_END);
    }

    private static Classification classify(AttemptFacts facts) {
        return Classifier.classify(facts, Facts.RULES);
    }
}
