package dev.penstock.provider.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B002 a 200 of nothing but blank lines")
class ReportB002Test {

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\n\n\n\n", "\r\n \t"})
    void blankBody_isNothingAndNotBrokenJson(String body) {
        Reading whole = Reading.json().read(body).end();
        assertThat(whole.completion()).isEqualTo(new Completion.Nothing());
        assertThat(whole.reader.answer().usage()).isEmpty();
        assertThat(whole.reader.answer().partial()).isTrue();
        assertThat(whole.answer()).isEmpty();
        assertThat(Reading.json().read(body).cut().completion()).isEqualTo(new Completion.Nothing());
    }
}
