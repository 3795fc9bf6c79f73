package dev.penstock.it.gateway.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture gateway} is the long one. */
@DisplayName("R-OP-5, R-OP-6, R-OP-7, R-OP-10, R-CANCEL-2: kill -9 of the gateway at any instant")
class KillE2E {

    @Test
    @DisplayName("no key is sent twice but after a refusal, each ends with one answer or is called unknown, and nothing"
            + " is sent for a caller who has not come back")
    void killedGateway_keysAreRepeated(@TempDir Path directory) {
        KillPlan plan = new KillPlan(64, 3, Duration.ofSeconds(3), System.nanoTime());

        KillFindings findings = new KillDrill(directory, plan).run();

        System.out.println(findings.describe());
        assertThat(findings.violations()).as(findings.describe()).isEmpty();
        assertThat(findings.answered()).isGreaterThanOrEqualTo(plan.callers());
        assertThat(findings.unknown()).as(findings.describe()).isPositive();
        assertThat(findings.rejections()).isPositive();
    }
}
