package dev.penstock.it.gateway.leak;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.gateway.leak.LeakDrill.Findings;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@DisplayName("R-ADMIT-2, R-CANCEL-2: the leaks' judge refuses whatever is kept")
class LeakRulesTest {

    private static final Belongings EARLY = new Belongings(90, 20, 0, 16_000);

    @SuppressWarnings("unused") // the source of the cases
    private static final List<Findings> BROKEN = List.of(
            new Findings(EARLY, EARLY, LeakDrill.LIMIT - 1),
            new Findings(EARLY, EARLY, LeakDrill.LIMIT + 1),
            new Findings(EARLY, new Belongings(95, 20, 0, 16_000), LeakDrill.LIMIT),
            new Findings(EARLY, new Belongings(90, 25, 0, 16_000), LeakDrill.LIMIT),
            new Findings(EARLY, new Belongings(90, 20, 5, 16_000), LeakDrill.LIMIT),
            new Findings(EARLY, new Belongings(90, 20, 0, 19_100), LeakDrill.LIMIT));

    @Test
    void nothingKept_holds() {
        Findings findings = new Findings(EARLY, new Belongings(92, 21, 0, 15_000), LeakDrill.LIMIT);

        assertThatCode(() -> LeakRules.hold(findings)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void somethingKept_isRefused(Findings broken) {
        assertThatThrownBy(() -> LeakRules.hold(broken)).isInstanceOf(AssertionError.class);
    }
}
