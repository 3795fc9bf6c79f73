package dev.penstock.provider.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.provider.config.ConfigurationException;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-COST-1 R-PROFILE-1 the price table is dated configuration")
class PriceBookTest {

    private static final Instant NOVEMBER = Instant.parse("2026-11-01T00:00:00Z");
    private static final String HEAD = """
            sources:
              s: {title: S, reviewed: 2026-08-01}
            prices:
            """;
    private static final String ROW =
            "  - {model: m, effective_from: 2026-08-01T00:00:00Z, currency: USD, hit: 1, miss: 1, output: 1, source: s}\n";

    @ParameterizedTest
    @CsvSource({
        "deepseek-v4-flash, 0.0028, 0.14, 0.28",
        "deepseek-flash, 0.0028, 0.14, 0.28",
        "deepseek-v4-pro, 0.003625, 0.435, 0.87"
    })
    void bundled_hasTheDocumentedPrices(String model, String hit, String miss, String output) {
        Price price = PriceBook.bundled().at(model, NOVEMBER).orElseThrow();
        assertThat(price.hit()).isEqualByComparingTo(hit);
        assertThat(price.miss()).isEqualByComparingTo(miss);
        assertThat(price.output()).isEqualByComparingTo(output);
        assertThat(price.currency()).isEqualTo("USD");
        assertThat(price.source().reviewed()).isEqualTo(LocalDate.of(2026, 7, 25));
    }

    @ParameterizedTest
    @ValueSource(strings = {"deepseek-v4", "deepseek-v4-flash-lite", "DEEPSEEK-V4-FLASH", "deepseek-v4-pro ", ""})
    void similarNames_areUnpriced(String model) {
        assertThat(PriceBook.bundled().at(model, NOVEMBER)).isEmpty();
    }

    @Test
    void stalePrices_areTold() {
        LocalDate reviewed = LocalDate.of(2026, 7, 25);
        assertThat(PriceBook.bundled().staleSources(reviewed.plusDays(90))).isEmpty();
        assertThat(PriceBook.bundled().staleSources(reviewed.plusDays(91))).hasSize(1);
    }

    @Test
    void mistakes_areRefused() {
        assertThatThrownBy(() -> ReportB091Test.book(HEAD + ROW + ROW))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("prices.yaml: two prices without windows for m from 2026-08-01T00:00:00Z");
        assertThatThrownBy(() -> ReportB091Test.book(HEAD + ROW.replace("source: s", "source: t")))
                .hasMessageContaining("names the source 't', which is not listed");
        assertThatThrownBy(() -> ReportB091Test.book(HEAD + ROW.replace("hit: 1", "hit: -1")))
                .hasMessageContaining("negative");
        assertThatThrownBy(() -> ReportB091Test.book(HEAD + ROW.replace("currency: USD, ", "")))
                .hasMessageContaining("prices.yaml, line 4")
                .hasMessageContaining("currency is missing");
        assertThatThrownBy(() -> ReportB091Test.book(HEAD + ROW.replace("hit:", "hits:")))
                .hasMessage("prices.yaml, line 4: unknown key 'hits'");
        assertThatThrownBy(() -> ReportB091Test.book(
                        HEAD + ROW.replace("source: s", "source: s, windows: [{from: \"00:00\", to: \"01:00\"}]")))
                .hasMessageContaining("a row with windows names its zone");
    }
}
