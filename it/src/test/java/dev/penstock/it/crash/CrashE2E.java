package dev.penstock.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture crash} is the long one. */
@DisplayName("R-OP-5, R-OP-6, R-OP-10: kill -9 at any instant")
class CrashE2E {

    @Test
    @DisplayName("no result is paid for twice, what is not known is called unknown, nothing is lost")
    void killedRunner_isGoneOnWithByTheSameCommand(@TempDir Path directory) {
        CrashPlan plan = new CrashPlan(300, 50, 4, Duration.ofMillis(200), System.nanoTime());

        CrashFindings findings = new CrashDrill(directory, plan).run();

        System.out.println(findings.describe());
        assertThat(findings.violations()).as(findings.describe()).isEmpty();
        assertThat(findings.open().read()).as(findings.describe()).isNotEmpty();
    }
}
