package dev.penstock.it.gateway.limit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.gateway.limit.LimitDrill.Findings;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@DisplayName("R-ADMIT-2: the limit's judge refuses one too many")
class LimitRulesTest {

    private static final int LIMIT = LimitDrill.LIMIT;

    @SuppressWarnings("unused") // the source of the cases
    private static final List<Findings> BROKEN = List.of(
            new Findings(LIMIT + 1, 60, 40, 20, List.of()),
            new Findings(LIMIT / 2, 60, 40, 20, List.of()),
            new Findings(LIMIT, 60, 40, 20, List.of("429")),
            new Findings(LIMIT, 60, 39, 20, List.of()));

    @Test
    void asManyAsTheLimit_holds() {
        assertThatCode(() -> LimitRules.hold(new Findings(LIMIT, 60, 40, 20, List.of()), 40))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void other_isRefused(Findings broken) {
        assertThatThrownBy(() -> LimitRules.hold(broken, 40)).isInstanceOf(AssertionError.class);
    }
}
