package dev.penstock.provider.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-COST-1 the sum over attempts, a lower bound where one is unknown")
class OperationCostTest {

    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final Optional<Usage> USAGE =
            Optional.of(UsageReader.read("{\"prompt_tokens\":1000000,\"completion_tokens\":1000000}".getBytes(UTF_8)));

    private static AttemptCost cost(Optional<Usage> usage, String model) {
        return AttemptCost.of(usage, PriceBook.bundled(), model, START);
    }

    @Test
    void knownAttempts_areAddedExactly() {
        OperationCost sum = OperationCost.NONE
                .plus(cost(USAGE, "deepseek-v4-flash"))
                .plus(new AttemptCost.Nothing())
                .plus(cost(USAGE, "deepseek-v4-pro"));
        assertThat(sum.amounts()).containsExactly(Map.entry("USD", new BigDecimal("1.725")));
        assertThat(sum.isLowerBound()).isFalse();
    }

    @Test
    void unknownUsageAndMissingPrice_makeALowerBoundAndAreCounted() {
        OperationCost sum = OperationCost.NONE
                .plus(cost(USAGE, "deepseek-v4-flash"))
                .plus(cost(Optional.empty(), "deepseek-v4-flash"))
                .plus(cost(USAGE, "another-model"));
        assertThat(sum.amounts()).containsExactly(Map.entry("USD", new BigDecimal("0.42")));
        assertThat(sum.unknownUsage()).isEqualTo(1);
        assertThat(sum.unpriced()).isEqualTo(1);
        assertThat(sum.isLowerBound()).isTrue();
    }

    @Test
    void pricingInstant_isStoredWithTheRow() {
        assertThat(cost(USAGE, "deepseek-flash")).isInstanceOfSatisfying(AttemptCost.Known.class, known -> {
            assertThat(known.pricedAt()).isEqualTo(START);
            assertThat(known.price().effectiveFrom()).isEqualTo(Instant.parse("2026-07-25T00:00:00Z"));
        });
    }
}
