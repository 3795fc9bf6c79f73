package dev.penstock.it.gateway.cut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.gateway.cut.CutDrill.Cut;
import dev.penstock.it.gateway.cut.CutDrill.Told;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-STREAM-3: the cuts' judge refuses what the provider did not say")
class CutJudgeTest {

    private static final String ONE = event("One", "null");
    private static final String TWO = event(" two", "null");
    private static final String FINISH = event("", "\"stop\"");
    private static final String DONE = "data: [DONE]\n\n";
    private static final String ERROR = "data: {\"error\":{\"code\":\"outcome_unknown\"}}\n\n";
    private static final Map<String, String> STREAM = Map.of("content-type", "text/event-stream");
    private static final String HEAD = "HTTP/1.1 200 OK\r\n\r\n";

    private static final Recording WHOLE =
            new Recording(HEAD + chunk(ONE) + chunk(TWO) + chunk(FINISH) + chunk(DONE) + "0\r\n\r\n");

    private static final int AFTER_ONE = (HEAD + chunk(ONE)).length();
    private static final int AFTER_FINISH = (HEAD + chunk(ONE) + chunk(TWO) + chunk(FINISH)).length();

    @Test
    void truth_holds() {
        assertThat(violations(AFTER_FINISH, ONE + TWO + FINISH + DONE, 1)).isEmpty();
        assertThat(violations(AFTER_ONE, ONE + ERROR, 1)).isEmpty();
        assertThat(violations(0, ERROR, 1)).isEmpty();
    }

    @Test
    void inventedFinish_isRefused() {
        assertThat(violations(AFTER_ONE, ONE + FINISH + ERROR, 1)).isNotEmpty();
    }

    @Test
    void answerThatIsNotComplete_isRefused() {
        assertThat(violations(AFTER_ONE, ONE + DONE, 1)).isNotEmpty();
        assertThat(violations(AFTER_FINISH, ONE + FINISH + DONE, 1)).isNotEmpty();
    }

    @Test
    void errorThatClaimsToBeDone_isRefused() {
        assertThat(violations(AFTER_ONE, ONE + ERROR + DONE, 1)).isNotEmpty();
    }

    @Test
    void textThatDidNotComeOrCameTwice_isRefused() {
        assertThat(violations(AFTER_ONE, ONE + TWO + ERROR, 1)).isNotEmpty();
        assertThat(violations(AFTER_ONE, ONE + ONE + ERROR, 1)).isNotEmpty();
    }

    @Test
    void otherSends_areRefused() {
        assertThat(violations(AFTER_ONE, ONE + ERROR, 0)).isNotEmpty();
        assertThat(violations(AFTER_ONE, ONE + ERROR, 2)).isNotEmpty();
    }

    private static List<String> violations(int at, String body, int sends) {
        Cut cut = new Cut(at, "fin");
        Request request = new Request(1, 0, 0, 0, 0, 0, 0, 200, "cut", 1, "");
        return new CutJudge(List.of(WHOLE), 1)
                .violations(
                        List.of(new Told(cut, new Said(200, STREAM, body, true))),
                        Map.of(cut.chat(1).digest(), Collections.nCopies(sends, request)));
    }

    private static String event(String text, String finish) {
        return "data: {\"choices\":[{\"delta\":{\"content\":\"" + text + "\"},\"finish_reason\":" + finish + "}]}\n\n";
    }

    private static String chunk(String event) {
        return Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
    }
}
