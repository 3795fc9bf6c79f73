package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.cluster.CutOffDrill.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@DisplayName("R-OP-5: the judge of a cut-off gateway refuses a send that nobody could record, and another word for it")
class CutOffRulesTest {

    private static final Map<String, Long> AWAY = Map.of("store_unavailable", 3L);

    @SuppressWarnings("unused") // the source of the cases
    private static final List<Findings> BROKEN = List.of(
            new Findings(cluster(Set.of()), AWAY, List.of(), List.of("probe-1")),
            new Findings(cluster(Set.of()), Map.of("store_unavailable", 3L, "", 1L), List.of(), List.of()),
            new Findings(cluster(Set.of()), Map.of(), List.of(), List.of()),
            new Findings(cluster(Set.of("op_1/1")), AWAY, List.of(), List.of()));

    @Test
    void refusalsAlone_hold() {
        assertThatCode(() -> CutOffRules.hold(new Findings(cluster(Set.of()), AWAY, List.of(), List.of())))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void other_isRefused(Findings broken) {
        assertThatThrownBy(() -> CutOffRules.hold(broken)).isInstanceOf(AssertionError.class);
    }

    private static ClusterFindings cluster(Set<String> lost) {
        ClusterPlan plan = new ClusterPlan(
                1, 1, new ClusterPlan.Count(0, 0, 0, 0, 1), Duration.ofSeconds(1), Duration.ofSeconds(1), 1);
        return new ClusterFindings(
                plan,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new ClusterFindings.Ledger(Map.of(), List.of(), Set.of(), lost),
                List.of());
    }
}
