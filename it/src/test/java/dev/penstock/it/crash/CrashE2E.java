package dev.penstock.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.jdbc.CrashHook.Point;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture crash} is the long one. */
@DisplayName("R-OP-5, R-OP-6, R-OP-10: kill -9 at any instant")
class CrashE2E {

    /** A multiple of six, so that the four named points are those about intents and outcomes. */
    private static final long SEED = System.nanoTime() / 6 * 6;

    @Test
    @DisplayName("no result is paid for twice, what is not known is called unknown, nothing is lost")
    void killedRunner_isGoneOnWithByTheSameCommand(@TempDir Path directory) {
        CrashPlan plan = new CrashPlan(900, 50, 8, Duration.ofMillis(200), SEED);
        assertThat(plan.points())
                .contains(
                        Point.BEFORE_INTENT_COMMIT,
                        Point.AFTER_INTENT_COMMIT,
                        Point.BEFORE_SETTLE_COMMIT,
                        Point.AFTER_SETTLE_COMMIT);

        CrashFindings findings = new CrashDrill(directory, plan).run();

        System.out.println(findings.describe());
        assertThat(findings.violations()).as(findings.describe()).isEmpty();
        assertThat(findings.open().read()).as(findings.describe()).isNotEmpty();
    }
}
