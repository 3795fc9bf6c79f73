package dev.penstock.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpanTextTest {

    @ParameterizedTest
    @CsvSource({"90s,PT1M30S", "1h30m,PT1H30M", "250ms,PT0.25S", "30d,P30D", "PT5M,PT5M", " 5M ,PT5M"})
    void span_isRead(String text, Duration expected) {
        assertThat(SpanText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 m", "1h30", "-5s", "P", "1w"})
    void otherText_isRefusedWithExamples(String text) {
        assertThatThrownBy(() -> SpanText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("90s");
    }
}
