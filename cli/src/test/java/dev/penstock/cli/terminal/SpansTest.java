package dev.penstock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpansTest {

    @ParameterizedTest
    @CsvSource({"PT0.045S,45 ms", "PT3.2S,3.2 s", "PT1M4S,1m 4s", "PT2H,2h", "P1DT3H,1d 3h", "PT42S,42 s"})
    void span_isWrittenInTwoUnitsAtMost(Duration span, String expected) {
        assertThat(Spans.text(span)).isEqualTo(expected);
    }
}
