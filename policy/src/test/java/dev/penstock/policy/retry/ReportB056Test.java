package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B056 the three forms of an HTTP date")
class ReportB056Test {

    private static final Instant RFC_EXAMPLE = Instant.parse("1994-11-06T08:49:37Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                "Mon, 06 Nov 1994 08:49:37 GMT"
            })
    void parse_everyForm_isTheSameInstant(String text) {
        assertThat(parse(text)).isEqualTo(RFC_EXAMPLE);
    }

    @ParameterizedTest
    @CsvSource({"ar, Asia/Shanghai", "zh, Asia/Shanghai", "th-TH-u-ca-buddhist, Pacific/Auckland", "tr, UTC"})
    void parse_underAnyLocaleAndZone_isTheSame(String locale, String zone) {
        Locale localeBefore = Locale.getDefault();
        TimeZone zoneBefore = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(locale));
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            assertThat(parse("Sun Nov  6 08:49:37 1994")).isEqualTo(RFC_EXAMPLE);
            assertThat(parse("Sunday, 06-Nov-94 08:49:37 GMT")).isEqualTo(RFC_EXAMPLE);
            assertThat(Hints.read("Fri, 02 Oct 2026 12:00:10 GMT")).isEqualTo(Duration.ofSeconds(10));
        } finally {
            Locale.setDefault(localeBefore);
            TimeZone.setDefault(zoneBefore);
        }
    }

    @ParameterizedTest
    @CsvSource({"26, 2026", "76, 2076", "77, 1977", "99, 1999", "00, 2000"})
    void parse_twoDigitYear_moreThanFiftyYearsAheadIsThePast(String digits, int year) {
        assertThat(parse("Sunday, 06-Nov-" + digits + " 08:49:37 GMT"))
                .isEqualTo(Instant.parse(year + "-11-06T08:49:37Z"));
    }

    @Test
    void parse_twoDigitYearNearTheEndOfACentury_isTheNextOne() {
        assertThat(HttpDate.parse("Sunday, 06-Nov-05 08:49:37 GMT", Instant.parse("2099-01-01T00:00:00Z")))
                .isEqualTo(Instant.parse("2105-11-06T08:49:37Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 +0200",
                "Sun, 06 Nov 1994 08:49:37 UTC",
                "Sun, 06 Nov 1994 08:49:37",
                "Sun, 6 Nov 1994 08:49:37 GMT",
                "Sun, 31 Feb 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 24:00:00 GMT",
                "Sun, 06 Nov 1994 08:49:61 GMT",
                "sun, 06 nov 1994 08:49:37 gmt",
                "Sunday, 06-Nov-1994 08:49:37 GMT",
                "Sun Nov 6 08:49:37 1994",
                "Sun Nov  6 08:49:37 1994 GMT"
            })
    void parse_anythingElse_isNoDate(String text) {
        assertThat(parse(text)).isNull();
    }

    private static @Nullable Instant parse(String text) {
        return HttpDate.parse(text, Hints.NOW);
    }
}
