package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.CONTENT;
import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.STOP;
import static dev.penstock.provider.completion.Reading.USAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B027 B028 the corners of finish reason and [DONE]")
class ReportB028Test {

    private static final Completion STOPPED = new Completion.Whole(List.of("stop"), false, true, false);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void finishAndDone_isWhole(boolean cleanEnd) {
        Reading reading =
                ended(Reading.stream().read(CONTENT).read(STOP).read(USAGE).read(DONE), cleanEnd);
        assertThat(reading.completion()).isEqualTo(STOPPED);
        assertThat(reading.reader.answer().flags()).isEmpty();
    }

    @Test
    void finishAndCleanEnd_isWholeAndFlagged() {
        Reading reading = Reading.stream().read(CONTENT).read(STOP).end();
        assertThat(reading.completion()).isEqualTo(STOPPED);
        assertThat(reading.reader.answer().flags())
                .containsExactlyInAnyOrder(AnswerFlag.MISSING_DONE, AnswerFlag.MISSING_USAGE);
    }

    @Test
    void finishAndReset_isWholeAndFlagged() {
        Reading reading = Reading.stream().read(CONTENT).read(STOP).cut();
        assertThat(reading.completion()).isEqualTo(STOPPED);
        assertThat(reading.reader.answer().flags())
                .containsExactlyInAnyOrder(
                        AnswerFlag.MISSING_DONE, AnswerFlag.MISSING_USAGE, AnswerFlag.CUT_AFTER_COMPLETE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void doneWithoutFinish_isWholeWithoutAReason(boolean cleanEnd) {
        Reading reading = ended(Reading.stream().read(CONTENT).read(DONE), cleanEnd);
        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of(""), false, true, false));
    }

    @Test
    void neither_isTruncatedOrPartial() {
        assertThat(Reading.stream().read(CONTENT).end().completion()).isEqualTo(new Completion.Truncated(true));
        assertThat(Reading.stream().read(CONTENT).cut().completion()).isEqualTo(new Completion.Partial(true));
    }

    @Test
    void truncatedAnswer_keepsItsTextAndKnowsNoUsage() {
        Reading reading =
                Reading.stream().read(CONTENT).read(CONTENT).read(CONTENT).end();
        assertThat(reading.answer()).contains("hihihi");
        assertThat(reading.reader.answer().partial()).isTrue();
        assertThat(reading.reader.answer().usage()).isEmpty();
    }

    @Test
    void eventWithoutItsBlankLine_isNotRead() {
        Reading reading = Reading.stream().read(CONTENT).read(STOP.strip()).end();
        assertThat(reading.completion()).isEqualTo(new Completion.Truncated(true));
    }

    @Test
    void oneOfTwoChoicesFinished_isNotWhole() {
        assertThat(Reading.stream(2).read(CONTENT).read(STOP).end().completion())
                .isEqualTo(new Completion.Truncated(true));
        assertThat(Reading.stream(2).read(CONTENT).read(STOP).read(DONE).completion())
                .isEqualTo(new Completion.Whole(List.of("stop", ""), false, true, false));
    }

    private static Reading ended(Reading reading, boolean clean) {
        return clean ? reading.end() : reading.cut();
    }
}
