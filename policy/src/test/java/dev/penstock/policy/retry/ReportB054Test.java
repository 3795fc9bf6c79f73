package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("B054 fractions of a second are honoured, rounded up")
class ReportB054Test {

    @ParameterizedTest
    @CsvSource({
        "299.997, 299997000000",
        "0.493, 493000000",
        ".5, 500000000",
        "5., 5000000000",
        "0.0000000001, 1",
        "0.9999999991, 1000000000",
        "1.00000000000000000000000000000000000000, 1000000000"
    })
    void read_fraction_isHonouredToTheNanosecondAndNeverShortened(String value, long nanos) {
        assertThat(Hints.read(value)).isEqualTo(Duration.ofNanos(nanos));
    }

    @Test
    void read_decimalComma_isNone() {
        assertThat(Hints.read("1,5")).isNull();
    }
}
