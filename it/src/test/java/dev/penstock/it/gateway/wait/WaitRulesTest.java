package dev.penstock.it.gateway.wait;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-STREAM-1, R-STREAM-7: the waits' judge refuses what callers must not be told")
class WaitRulesTest {

    private static final String ANSWER =
            "{\"choices\":[{\"message\":{\"content\":\"one\"},\"finish_reason\":\"stop\"}]}";

    private static final String UNKNOWN = error("outcome_unknown", "the deadline of 3 s has passed");

    @Test
    void eachRule_holdsForWhatItWants() {
        assertThatCode(() -> WaitRules.delivered(findings(ANSWER, 4))).doesNotThrowAnyException();
        assertThatCode(() -> WaitRules.limited(findings(UNKNOWN, 4))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"choices\":[{\"message\":{\"content\":\"one\"},\"finish_reason\":\"length\"}]}", "{}"})
    void answerWithoutItsFinish_isNotDelivered(String body) {
        assertThatThrownBy(() -> WaitRules.delivered(findings(body, 4))).isInstanceOf(AssertionError.class);
    }

    @Test
    void error_isNotDelivered() {
        assertThatThrownBy(() -> WaitRules.delivered(findings(UNKNOWN, 4))).isInstanceOf(AssertionError.class);
    }

    @Test
    void answer_isNoLimit() {
        assertThatThrownBy(() -> WaitRules.limited(findings(ANSWER, 4))).isInstanceOf(AssertionError.class);
    }

    @Test
    void otherEnds_areNoLimitOfOurs() {
        String failed = error("deadline_exceeded", "the deadline has passed");
        String silent = error("outcome_unknown", "nobody knows");
        String whole = "data: " + UNKNOWN + "\n\ndata: [DONE]\n\n";
        for (String body : List.of(failed, silent, whole)) {
            assertThatThrownBy(() -> WaitRules.limited(findings(body, 4)))
                    .as(body)
                    .isInstanceOf(AssertionError.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void otherSends_areRefused(int sends) {
        assertThatThrownBy(() -> WaitRules.delivered(findings(ANSWER, sends))).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> WaitRules.limited(findings(UNKNOWN, sends))).isInstanceOf(AssertionError.class);
    }

    private static String error(String code, String message) {
        return "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}}";
    }

    private static WaitDrill.Findings findings(String body, int sends) {
        Request request = new Request(1, 0, 0, 0, 0, 0, 0, 200, "complete", 1, "");
        String type = body.startsWith("data:") ? "text/event-stream" : "application/json";
        Said said = new Said(200, Map.of("content-type", type), body, true);
        return new WaitDrill.Findings(Map.of(Chat.of("plain"), said), Collections.nCopies(sends, request));
    }
}
