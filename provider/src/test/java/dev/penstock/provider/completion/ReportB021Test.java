package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.CONTENT;
import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.STOP;
import static dev.penstock.provider.completion.Reading.USAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.provider.completion.Received.Phase;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B021 [DONE] ends the answer, not the end of the connection")
class ReportB021Test {

    @ParameterizedTest
    @ValueSource(strings = {"data: [DONE]\n\n", "data:[DONE]\n\n", "data: [DONE] \n\n", "data: [DONE]\r\n\r\n"})
    void done_endsAtOnce(String done) {
        Reading reading = Reading.stream().read(CONTENT).read(STOP);
        assertThat(reading.last().phase()).isEqualTo(Phase.FINISHED);
        reading.read(done);
        assertThat(reading.last().phase()).isEqualTo(Phase.ENDED);
        assertThat(reading.completion()).isInstanceOf(Completion.Whole.class);
        assertThat(reading.reader.answer().flags()).containsExactly(AnswerFlag.MISSING_USAGE);
    }

    @Test
    void whatFollowsDone_isIgnoredAndFlagged() {
        Reading reading = Reading.stream()
                .read(CONTENT)
                .read(STOP)
                .read(DONE + USAGE)
                .read(CONTENT)
                .end();
        assertThat(reading.reader.answer().flags())
                .containsExactlyInAnyOrder(AnswerFlag.AFTER_DONE, AnswerFlag.MISSING_USAGE);
        assertThat(reading.answer()).contains("\"content\":\"hi\"").doesNotContain("usage");
        assertThat(reading.kinds()).hasSize(3);
    }

    @Test
    void blankLinesAfterDone_areNothing() {
        Reading reading = Reading.stream()
                .read(CONTENT)
                .read(STOP)
                .read(USAGE)
                .read(DONE + "\n")
                .read("\r\n")
                .end();
        assertThat(reading.reader.answer().flags()).isEmpty();
    }

    @Test
    void connectionThatBreaksAfterDone_isNoFlaw() {
        Reading reading =
                Reading.stream().read(CONTENT).read(STOP).read(USAGE).read(DONE).cut();
        assertThat(reading.completion()).isInstanceOf(Completion.Whole.class);
        assertThat(reading.reader.answer().flags()).isEmpty();
    }
}
