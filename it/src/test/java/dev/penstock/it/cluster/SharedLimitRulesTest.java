package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.cluster.SharedLimitDrill.Findings;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@DisplayName("R-ADMIT-8: the judge of a shared limit refuses one too many, and one that lies idle")
class SharedLimitRulesTest {

    @SuppressWarnings("unused") // the source of the cases
    private static final List<Findings> BROKEN = List.of(
            new Findings(21, 100, 90, 1, 1, 1, 24),
            new Findings(20, 100, 90, 1, 0.94, 1, 24),
            new Findings(20, 100, 90, 1, 1, 0.94, 24),
            new Findings(20, 100, 90, 0, 1, 1, 24),
            new Findings(20, 100, 0, 1, 1, 1, 24),
            new Findings(20, 100, 90, 1, 1, 1, 0),
            new Findings(20, 100, 90, 1, 1, 1, 61));

    @Test
    void fullUse_holds() {
        assertThatCode(() -> SharedLimitRules.hold(new Findings(20, 100, 90, 1, 0.95, 0.95, 24), 0.95))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void other_isRefused(Findings broken) {
        assertThatThrownBy(() -> SharedLimitRules.hold(broken, 0.95)).isInstanceOf(AssertionError.class);
    }
}
