package dev.penstock.provider.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.provider.config.Source;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("B089 R-COST-1 cache hits and misses are priced once, exactly")
class ReportB089Test {

    private static final Price PRICE = new Price(
            "m",
            Instant.EPOCH,
            "USD",
            new BigDecimal("0.1"),
            new BigDecimal("1"),
            new BigDecimal("2"),
            new Source("test", LocalDate.EPOCH));

    private static Usage read(String json) {
        return UsageReader.read(json.replace('\'', '"').getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'prompt_tokens':100,'prompt_cache_hit_tokens':80,'prompt_cache_miss_tokens':20,'completion_tokens':10} | 48 | true",
                "{'prompt_tokens':100,'prompt_cache_hit_tokens':80,'prompt_cache_miss_tokens':20,'completion_tokens':10,"
                        + "'prompt_tokens_details':{'cached_tokens':80}} | 48 | true",
                "{'prompt_tokens':100,'prompt_tokens_details':{'cached_tokens':80},'completion_tokens':10} | 48 | true",
                "{'prompt_tokens':100,'prompt_cache_hit_tokens':80,'completion_tokens':10} | 48 | true",
                "{'prompt_tokens':100,'prompt_cache_miss_tokens':20,'completion_tokens':10} | 48 | true",
                "{'prompt_tokens':100,'completion_tokens':10} | 120 | true",
                "{'prompt_tokens':100,'completion_tokens':10,'completion_tokens_details':{'reasoning_tokens':9}} | 120 | true",
                "{'prompt_tokens':100,'prompt_cache_hit_tokens':80,'prompt_cache_miss_tokens':30,'completion_tokens':10} | 120 | false",
                "{'prompt_tokens':100,'prompt_cache_hit_tokens':10,'prompt_cache_miss_tokens':200,'completion_tokens':10} | 221 | false",
                "{'prompt_tokens':100,'prompt_cache_hit_tokens':80,'prompt_tokens_details':{'cached_tokens':50},"
                        + "'completion_tokens':10} | 120 | false",
                "{'prompt_tokens':10,'prompt_cache_hit_tokens':80,'completion_tokens':10} | 30 | false"
            })
    void everyShape_isPricedOnce(String usage, BigDecimal millionths, boolean consistent) {
        assertThat(read(usage).consistent()).isEqualTo(consistent);
        assertThat(PRICE.of(read(usage))).isEqualByComparingTo(millionths.movePointLeft(6));
    }

    @Test
    void amounts_areExact() {
        Price flash = PriceBook.bundled()
                .at("deepseek-v4-flash", Instant.parse("2026-11-01T00:00:00Z"))
                .orElseThrow();
        Usage usage = read("{'prompt_tokens':3,'prompt_cache_hit_tokens':1,'prompt_cache_miss_tokens':2,"
                + "'completion_tokens':1}");
        assertThat(flash.of(usage)).isEqualTo(new BigDecimal("5.628E-7"));
    }
}
