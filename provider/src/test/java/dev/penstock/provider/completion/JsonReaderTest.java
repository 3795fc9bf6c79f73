package dev.penstock.provider.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.request.Asked;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-VALID-1 protocol completion of a whole JSON answer")
class JsonReaderTest {

    private static final String ANSWER =
            "{\"a\":true,\"b\":-12.5e3,\"c\":null,\"choices\":[{\"index\":0,\"message\":{\"content\":\"a}\\u00e9\\\"é{\"},"
                    + "\"finish_reason\":\"stop\"}]}";

    @Test
    void halfAnAnswer_isPartialWhereverItIsCut() {
        for (int length = 1; length < ANSWER.length(); length++) {
            String half = ANSWER.substring(0, length);
            Reading ended = Reading.json().read(half).end();
            assertThat(ended.completion()).as(half).isInstanceOf(Completion.Partial.class);
            assertThat(ended.reader.answer().partial()).isTrue();
            assertThat(ended.answer()).isEqualTo(half);
        }
    }

    @Test
    void wholeValueUnderIncompleteFraming_isPartial() {
        assertThat(Reading.json().read(ANSWER).cut().completion()).isEqualTo(new Completion.Partial(true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "\"text\"",
                "1",
                "ok",
                "{\"choices\":[]} x",
                "{}{}",
                "{}",
                "{\"a\":1}",
                "{,}",
                "{\"choices\":null}",
                "{\"choices\":[}"
            })
    void otherBodies_areNotTheProtocol(String body) {
        assertThat(Reading.json().read(body).end().completion()).isInstanceOf(Completion.NotTheProtocol.class);
    }

    @Test
    void judgingTwice_changesNothing() {
        Reading reading = Reading.json().read(ANSWER.substring(0, 60));
        assertThat(reading.completion()).isInstanceOf(Completion.Partial.class);
        reading.read(ANSWER.substring(60)).end();
        assertThat(reading.completion()).isInstanceOf(Completion.Whole.class);
        assertThat(reading.reader.answer().toolCalls()).isEmpty();
        assertThat(reading.answer()).isEqualTo(ANSWER);
    }

    @Test
    void bodyOverTheCap_isAbortedByUs() {
        Reading reading = Reading.json(new ReaderLimits(50, 50, 50, 50)).read(ANSWER);
        assertThat(reading.last().phase()).isEqualTo(Phase.TOO_LARGE);
        assertThat(reading.completion()).isEqualTo(new Completion.NotTheProtocol("a body over the size cap"));
    }

    @Test
    void unknownCoding_isNotTheProtocol() {
        Reading reading = Reading.of(
                        new Asked(false, 1), 200, Map.of("content-type", "application/json", "content-encoding", "br"))
                .read(ANSWER)
                .end();
        assertThat(reading.completion()).isEqualTo(new Completion.NotTheProtocol("an unknown content coding"));
    }

    @Test
    void deeplyNestedAnswer_isNotTheProtocol() {
        String bomb = "{\"choices\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}";
        assertThat(Reading.json().read(bomb).end().completion())
                .isEqualTo(new Completion.NotTheProtocol("broken JSON"));
    }

    @Test
    void refusal_isToldApart() {
        assertThat(Reading.wholeJson("{'choices':[{'index':0,'message':{'content':null,'refusal':'no'},"
                                + "'finish_reason':'stop'}]}")
                        .completion())
                .isInstanceOfSatisfying(
                        Completion.Whole.class,
                        whole -> assertThat(whole.refusal()).isTrue());
    }
}
