package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.STOP;
import static dev.penstock.provider.completion.Reading.data;
import static dev.penstock.provider.completion.Reading.delta;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B025 reasoning and no content")
class ReportB025Test {

    @Test
    void reasoningOnly_isCompleteAndFlagged() {
        Reading reading = Reading.stream();
        for (int i = 0; i < 200; i++) {
            reading.read(delta("{'reasoning_content':'r'}"));
            assertThat(reading.last().progress()).isTrue();
        }
        reading.read(STOP)
                .read(data("{'choices':[],'usage':{'prompt_tokens':9,'completion_tokens':200,"
                        + "'completion_tokens_details':{'reasoning_tokens':200}}}"))
                .read(DONE);
        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of("stop"), false, true, false));
        assertThat(reading.reader.answer().flags()).containsExactly(AnswerFlag.EMPTY_CONTENT);
        assertThat(reading.reader.answer().usage().orElseThrow().completion()).hasValue(200);
        assertThat(reading.reader.answer().usage().orElseThrow().reasoning()).hasValue(200);
        assertThat(reading.answer()).contains("\"content\":null").contains("\"reasoning_content\":\"rrr");
    }
}
