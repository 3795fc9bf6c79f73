package dev.penstock.cli.run.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource({"0,0", "12.345,12.35", "0.5,0.50", "0.0123,0.012", "0.00000042,0.00000042"})
    void amount_isNeverRoundedToNothing(BigDecimal amount, String text) {
        assertThat(Money.text(amount)).isEqualTo(text);
    }

    @Test
    @DisplayName("R-COST-1 cost is unknown until something is known, and a lower bound while anything is not")
    void cost_saysWhatIsNotKnown() {
        assertThat(figures(Map.of(), 0).costText()).isEqualTo("unknown");
        assertThat(figures(Map.of("USD", new BigDecimal("1.5")), 0).costText()).isEqualTo("1.50 USD");
        assertThat(figures(Map.of("USD", new BigDecimal("1.5")), 2).costText()).isEqualTo("≥ 1.50 USD");
    }

    @Test
    void lineThatWasPutBack_isNotDone() {
        Figures figures = new Figures(
                Map.of(LineEnd.SUCCEEDED, 3L, LineEnd.PUT_BACK, 2L, LineEnd.UNKNOWN, 1L),
                Map.of(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Map.of());
        assertThat(figures.done()).isEqualTo(4);
        assertThat(figures.answered()).isEqualTo(3);
    }

    private static Figures figures(Map<String, BigDecimal> costs, long unknown) {
        return new Figures(Map.of(), Map.of(), 0, 0, 0, 0, 0, 0, unknown, costs);
    }
}
