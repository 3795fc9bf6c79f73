package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-COST-1 sums of what was used")
class UsageSummaryTest {

    @Test
    void plus_sameCurrency_isTheSum() {
        assertThat(sum(usage("0.1", "USD"), usage("0.2", "USD")))
                .isEqualTo(new UsageSummary(
                        OptionalLong.of(2),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        new BigDecimal("0.3"),
                        "USD"));
    }

    @Test
    @DisplayName("costs in several currencies have no sum, and what comes after them is not taken for one")
    void plus_severalCurrencies_staysUnknown() {
        UsageSummary dollars = usage("0.1", "USD");
        UsageSummary yuan = usage("0.7", "CNY");

        assertThat(sum(dollars, yuan, dollars).cost()).isNull();
        assertThat(sum(dollars, sum(yuan, dollars)).cost()).isNull();
        assertThat(sum(dollars, yuan, usage(null, null), yuan))
                .extracting(UsageSummary::cost, UsageSummary::currency)
                .containsExactly(null, UsageSummary.SEVERAL_CURRENCIES);
    }

    @Test
    @DisplayName("an unknown part leaves the known one")
    void plus_unknown_isTheKnownPart() {
        assertThat(sum(usage("0.1", "USD"), UsageSummary.UNKNOWN)).isEqualTo(usage("0.1", "USD"));
        assertThat(sum(usage(null, null), usage("0.1", "USD")).cost()).isEqualTo("0.1");
    }

    private static UsageSummary usage(@Nullable String cost, @Nullable String currency) {
        return new UsageSummary(
                OptionalLong.of(1),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                cost == null ? null : new BigDecimal(cost),
                currency);
    }

    private static UsageSummary sum(UsageSummary... all) {
        return Stream.of(all).reduce(UsageSummary.UNKNOWN, UsageSummary::plus);
    }
}
