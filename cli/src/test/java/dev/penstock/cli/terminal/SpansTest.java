package dev.penstock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpansTest {

    @ParameterizedTest
    @CsvSource({"90s,PT1M30S", "1h30m,PT1H30M", "250ms,PT0.25S", "30d,P30D", "PT5M,PT5M", " 5M ,PT5M"})
    void span_isRead(String text, Duration expected) {
        assertThat(Spans.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 m", "1h30", "-5s", "P", "1w"})
    void otherText_isRefusedWithExamples(String text) {
        assertThatThrownBy(() -> Spans.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("90s");
    }

    @ParameterizedTest
    @CsvSource({"PT0.045S,45 ms", "PT3.2S,3.2 s", "PT1M4S,1m 4s", "PT2H,2h", "P1DT3H,1d 3h", "PT42S,42 s"})
    void span_isWrittenInTwoUnitsAtMost(Duration span, String expected) {
        assertThat(Spans.text(span)).isEqualTo(expected);
    }
}
