package dev.penstock.it.cluster;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture shared-limit} is the long one. */
@DisplayName("R-ADMIT-8: one account behind two gateways, one of which is killed")
class SharedLimitE2E {

    /** Something has to be in use; how much of it, the long form says, on a machine with nothing else to do. */
    private static final double LEAST = 0.2;

    @Test
    @DisplayName("never more at work than the limit, whoever dies")
    void sharedLimit_holds(@TempDir Path directory) throws InterruptedException {
        SharedLimitDrill.Plan plan = new SharedLimitDrill.Plan(
                100, Duration.ofSeconds(6), Duration.ofSeconds(12), Duration.ofSeconds(4), System.nanoTime());

        SharedLimitDrill.Findings findings = new SharedLimitDrill(directory, plan).run();

        System.out.println("seed " + plan.seed() + ": " + findings.describe());
        SharedLimitRules.hold(findings, LEAST);
    }
}
