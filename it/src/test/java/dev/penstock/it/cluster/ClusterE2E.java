package dev.penstock.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture cluster} is the long one. */
@DisplayName("R-OP-5, R-OP-6, R-OP-7, R-ADMIT-8: three gateways on one database, killed, stopped and cut off")
class ClusterE2E {

    @Test
    @DisplayName(
            "no key is sent twice but after a refusal, each ends with one answer or is called unknown, no result is"
                    + " lost, the account's limit holds, and what an ended process held is settled")
    void troubledCluster_keysAreRepeated(@TempDir Path directory) {
        ClusterPlan plan = new ClusterPlan(
                12,
                12,
                new ClusterPlan.Count(3, 1, 1, 1, 1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(40), // 20 s by contract; a build has other work beside it
                System.nanoTime());

        ClusterFindings findings = new ClusterDrill(directory, plan).run();

        System.out.println(findings.describe());
        assertThat(ClusterRules.violations(findings)).as(findings.describe()).isEmpty();
        assertThat(findings.told(Question.End.ANSWERED)).isGreaterThanOrEqualTo(plan.callers());
        assertThat(findings.accepted()).isNotEmpty();
    }
}
