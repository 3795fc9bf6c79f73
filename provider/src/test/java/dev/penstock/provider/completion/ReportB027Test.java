package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.delta;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B027 a clean end without a finish is half an answer, not an answer")
class ReportB027Test {

    @Test
    void cleanEndWithoutFinish_isTruncatedAndKept() {
        Reading reading = Reading.stream();
        reading.read(delta("{'content':'Half '}"))
                .read(delta("{'content':'an '}"))
                .read(delta("{'content':'answer'}"));
        reading.reader.end(true);

        assertThat(reading.completion()).isEqualTo(new Completion.Truncated(true));
        assertThat(reading.reader.answer().partial()).isTrue();
        assertThat(reading.reader.answer().usage()).isEmpty();
        assertThat(reading.answer()).contains("Half an answer");
    }
}
