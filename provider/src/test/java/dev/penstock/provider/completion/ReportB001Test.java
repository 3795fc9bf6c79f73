package dev.penstock.provider.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.provider.completion.Received.Phase;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B001 blank padding around a JSON answer")
class ReportB001Test {

    private static final String ANSWER = """
            {"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"o\\n k"},"finish_reason":"stop"}],\
             "usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}""";

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", " \t\n"})
    void paddedAnswer_isTheAnswerWithoutPadding(String padding) {
        Reading reading = Reading.json();
        for (int i = 0; i < 20; i++) {
            reading.read(padding);
            assertThat(reading.last()).isEqualTo(new Received(false, Phase.OPEN));
        }
        reading.read(ANSWER);
        assertThat(reading.last().progress()).isTrue();
        reading.read(padding);
        assertThat(reading.last().progress()).isFalse();
        reading.end();
        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of("stop"), false, true, false));
        assertThat(reading.answer()).isEqualTo(ANSWER);
        assertThat(reading.reader.answer().usage().orElseThrow().prompt()).hasValue(3);
        assertThat(reading.reader.answer().usage().orElseThrow().completion()).hasValue(1);
    }

    @Test
    void answer_isTheSameForEveryCut() {
        String padded = "\n\n" + ANSWER + "\r\n";
        for (int cut = 0; cut <= padded.length(); cut++) {
            Reading reading = Reading.json()
                    .read(padded.substring(0, cut))
                    .read(padded.substring(cut))
                    .end();
            assertThat(reading.answer()).as("cut at %d", cut).isEqualTo(ANSWER);
            assertThat(reading.completion()).as("cut at %d", cut).isInstanceOf(Completion.Whole.class);
        }
    }

    @Test
    void paddingOverItsCap_isAbortedByUs() {
        Reading reading = Reading.json(new ReaderLimits(100, 100, 10, 100)).read("\n".repeat(10));
        assertThat(reading.last().phase()).isEqualTo(Phase.OPEN);
        reading.read("\n");
        assertThat(reading.last().phase()).isEqualTo(Phase.TOO_LARGE);
        assertThat(reading.completion()).isInstanceOf(Completion.NotTheProtocol.class);
    }

    @Test
    void byteOrderMark_isPadding() {
        assertThat(Reading.json().read("\uFEFF" + ANSWER).end().answer()).isEqualTo(ANSWER);
    }
}
