package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B053 a number is never read as a year")
class ReportB053Test {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-3",
                "+3",
                "0x10",
                "1e3",
                "12abc",
                "",
                " ",
                "\uff15",
                "5,",
                "5 6",
                "1 .5",
                "\u00a05",
                "5s",
                "1.2.3",
                ".",
                "NaN",
                "Infinity",
                "2026-10-02",
                "2026-10-02T12:00:10Z",
                "Oct 2026",
                "tomorrow"
            })
    void read_outsideTheGrammar_isAsIfNothingHadBeenSaid(String value) {
        assertThat(Hints.read(value)).isNull();
    }

    @Test
    void read_insideTheGrammar_isSeconds() {
        assertThat(Hints.read("2026")).isEqualTo(Duration.ofSeconds(2026));
        assertThat(Hints.read("1.5")).isEqualTo(Duration.ofMillis(1500));
        assertThat(Hints.read(" 5 ")).isEqualTo(Duration.ofSeconds(5));
        assertThat(Hints.read("\t5\t")).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void read_malformedBesideAGoodOne_doesNotHideIt() {
        assertThat(Hints.read("-3", "7")).isEqualTo(Duration.ofSeconds(7));
    }
}
