package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-RETRYAFTER-1 R-RETRYAFTER-2 R-RETRYAFTER-4 R-PROOF-5 Retry-After")
class RetryAfterTest {

    @Test
    void read_missing_isNothing() {
        assertThat(Hints.read()).isNull();
    }

    @Test
    void read_seconds_isThatSpan() {
        assertThat(Hints.read("0")).isEqualTo(Duration.ZERO);
        assertThat(Hints.read("120")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Hints.read("000007")).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void read_severalValues_isTheLongestValidOne() {
        assertThat(Hints.read("3", "nonsense", "Fri, 02 Oct 2026 12:00:09 GMT", "5"))
                .isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void read_milliseconds_whereTheProfileNamesThem() {
        assertThat(Hints.readMillis("1500")).isEqualTo(Duration.ofMillis(1500));
        assertThat(Hints.readMillis("0.25")).isEqualTo(Duration.ofNanos(250_000));
        assertThat(Hints.readMillis("Fri, 02 Oct 2026 12:00:09 GMT")).isNull();
    }

    @Test
    void read_bothFields_isTheLonger() {
        RetryHints hints = new RetryHints(List.of("1"), List.of("1500"), null);

        assertThat(RetryAfter.read(new ResponseFacts(503, null, null, hints), Hints.NOW))
                .isEqualTo(Duration.ofMillis(1500));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void read_statusesThatCarryAHint_isRead(int status) {
        assertThat(readFrom(status)).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(ints = {202, 301, 400, 401, 402, 403, 408, 425, 502, 504, 522})
    void read_anyOtherStatus_isNotRead(int status) {
        assertThat(readFrom(status)).isNull();
    }

    @Test
    void read_date_isTheLaterOfOurReadingAndTheSenders() {
        String inTenSeconds = "Fri, 02 Oct 2026 12:00:10 GMT";

        assertThat(Hints.readBeside("Fri, 02 Oct 2026 12:00:00 GMT", inTenSeconds))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(Hints.readBeside("Fri, 02 Oct 2026 11:59:00 GMT", inTenSeconds))
                .isEqualTo(Duration.ofSeconds(70));
        assertThat(Hints.readBeside("Fri, 02 Oct 2026 12:00:08 GMT", inTenSeconds))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(Hints.readBeside("yesterday", inTenSeconds)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void read_leapSecond_isTheSecondAfter() {
        assertThat(Hints.read("Fri, 02 Oct 2026 12:00:60 GMT")).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    @DisplayName("B052 B053 B057 whatever the text, no exception and no negative wait")
    void read_anyText_neverThrowsNorGoesNegative() {
        long seed = 20261002;
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "0123456789.-+eExXGMT :,SunNovOctFrid\t\u00a0\uff15/";
        for (int i = 0; i < 100_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(34); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String value = text.toString();
            Duration seconds = Hints.read(value);
            Duration millis = Hints.readMillis(value);
            assertThat(seconds == null || !seconds.isNegative())
                    .as("seed %d: %s", seed, value)
                    .isTrue();
            assertThat(millis == null || !millis.isNegative())
                    .as("seed %d: %s", seed, value)
                    .isTrue();
        }
    }

    private static @Nullable Duration readFrom(int status) {
        return RetryAfter.read(
                new ResponseFacts(status, null, null, new RetryHints(List.of("5"), List.of(), null)), Hints.NOW);
    }
}
