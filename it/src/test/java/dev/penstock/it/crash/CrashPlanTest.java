package dev.penstock.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Repository;
import dev.penstock.store.jdbc.CrashHook.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-5: where a runner is killed")
class CrashPlanTest {

    @Test
    @DisplayName("twelve kills use every named point once, whatever the seed")
    void twelveKills_useEveryPoint() {
        for (long seed = -7; seed < 7; seed++) {
            assertThat(new CrashPlan(2_000, 50, 12, Duration.ofMillis(200), seed).points())
                    .as("seed " + seed)
                    .containsExactlyInAnyOrder(Point.values());
        }
    }

    @Test
    @DisplayName("the command line's page names every point")
    void page_namesEveryPoint() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/cli.md"));
        assertThat(List.of(Point.values())).allSatisfy(point -> assertThat(page).contains(CrashPlan.nameOf(point)));
    }
}
