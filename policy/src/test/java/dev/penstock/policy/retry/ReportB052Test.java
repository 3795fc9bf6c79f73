package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B052 negative or past values of Retry-After")
class ReportB052Test {

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0", "-1.5", "-9223372036854775808"})
    void read_negative_isAsIfNothingHadBeenSaid(String value) {
        assertThat(Hints.read(value)).isNull();
        assertThat(Hints.readMillis(value)).isNull();
    }

    @Test
    void read_pastDate_isZero() {
        assertThat(Hints.read("Wed, 21 Oct 2015 07:28:00 GMT")).isEqualTo(Duration.ZERO);
    }
}
