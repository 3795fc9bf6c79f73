package dev.penstock.provider.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("B091 price windows by weekday and hour of the provider's own calendar")
class ReportB091Test {

    private static final PriceBook BOOK = book("""
            sources:
              test: {title: Test, reviewed: 2026-08-01}
            prices:
              - {model: m, effective_from: 2026-08-01T00:00:00Z, currency: USD, hit: 1, miss: 1, output: 1, source: test}
              - model: m
                effective_from: 2026-08-01T00:00:00Z
                zone: Asia/Shanghai
                windows:
                  - {days: [saturday, sunday], from: "00:00", to: "02:00"}
                currency: USD
                hit: 2
                miss: 2
                output: 2
                source: test
              - model: m
                effective_from: 2026-08-01T00:00:00Z
                zone: Asia/Shanghai
                windows:
                  - {days: [monday, tuesday, wednesday, thursday, friday], from: "09:00", to: "12:00"}
                  - {days: [friday], from: "23:00", to: "00:00"}
                  - {days: [sunday], from: "22:00", to: "03:00"}
                currency: USD
                hit: 3
                miss: 3
                output: 3
                source: test
              - {model: m, effective_from: 2026-10-01T00:00:00Z, currency: USD, hit: 4, miss: 4, output: 4, source: test}
            """);

    static PriceBook book(String yaml) {
        return PriceBook.read(new ByteArrayInputStream(yaml.getBytes(UTF_8)), "prices.yaml");
    }

    @ParameterizedTest
    @CsvSource({
        // Friday in UTC, Saturday 00:30 in Beijing
        "2026-08-28T16:30:00Z, 2",
        // Sunday in UTC, Monday 00:30 in Beijing: Sunday's window runs past midnight
        "2026-08-30T16:30:00Z, 3",
        "2026-08-30T19:00:00Z, 1",
        "2026-08-29T16:30:00Z, 2",
        // half open: 09:00 belongs to the window, 12:00 does not
        "2026-08-28T00:59:59.999Z, 1",
        "2026-08-28T01:00:00Z, 3",
        "2026-08-28T03:59:59.999Z, 3",
        "2026-08-28T04:00:00Z, 1",
        // the same hours on Saturday
        "2026-08-29T01:00:00Z, 1",
        // up to midnight
        "2026-08-28T15:59:59Z, 3",
        "2026-08-28T16:00:00Z, 2",
        // before and after effective dates; the newer list has no windows, and the older one never comes back
        "2026-09-30T23:59:59Z, 1",
        "2026-10-01T00:00:00Z, 4",
        "2026-10-02T01:30:00Z, 4"
    })
    void instant_choosesTheRow(Instant at, int price) {
        assertThat(BOOK.at("m", at).orElseThrow().hit()).isEqualByComparingTo(String.valueOf(price));
    }

    @Test
    void beforeTheFirstRow_isUnpriced() {
        assertThat(BOOK.at("m", Instant.parse("2026-07-31T23:59:59Z"))).isEmpty();
    }

    @Test
    void zoneOfTheMachine_changesNothing() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : new String[] {"America/Los_Angeles", "Asia/Shanghai", "Pacific/Kiritimati"}) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                assertThat(BOOK.at("m", Instant.parse("2026-08-28T16:30:00Z"))
                                .orElseThrow()
                                .hit())
                        .isEqualByComparingTo("2");
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }
}
