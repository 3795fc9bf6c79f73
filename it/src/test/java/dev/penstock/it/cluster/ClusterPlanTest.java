package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.cluster.ClusterPlan.Count;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClusterPlanTest {

    @Test
    @DisplayName("whatever is asked for is done, however much, and pauses come throughout")
    void troubles_ofAnyNumber_areAllThere() {
        for (int kills = 0; kills <= 400; kills += 7) {
            int some = kills / 6;
            List<Trouble> troubles =
                    plan(new Count(kills, some, some, some, 2 * some)).troubles();

            assertThat(troubles).hasSize(kills + 5 * some);
            assertThat(troubles).filteredOn(Trouble.Kill.class::isInstance).hasSize(kills);
            assertThat(troubles).filteredOn(Trouble.Pause.class::isInstance).hasSize(some);
            if (some > 1) {
                assertThat(troubles.subList(troubles.size() / 2, troubles.size()))
                        .hasAtLeastOneElementOfType(Trouble.Pause.class);
            }
        }
        assertThat(plan(new Count(0, 3, 0, 0, 0)).troubles()).hasSize(3);
    }

    private static ClusterPlan plan(Count count) {
        return new ClusterPlan(1, 1, count, Duration.ofSeconds(1), Duration.ofSeconds(1), 1);
    }
}
