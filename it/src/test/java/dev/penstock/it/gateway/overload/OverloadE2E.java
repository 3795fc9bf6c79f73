package dev.penstock.it.gateway.overload;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form, which asserts what a busy machine can hold; {@code it/torture overload} is the long one. */
@DisplayName("R-TENANT-1, R-ADMIT-5, R-ADMIT-7, R-PROOF-6: twice the capacity, four tenants")
class OverloadE2E {

    /** A machine that builds beside it loses some time between one answer and the next request. */
    private static final double LEAST_USEFUL = 0.8;

    @Test
    @DisplayName(
            "the provider stays busy with answers that are wanted, light tenants and interactive calls go first, retries"
                    + " keep to their share, and afterwards nobody waits")
    void overload_isShared(@TempDir Path directory) {
        OverloadPlan plan = new OverloadPlan(Duration.ofSeconds(1), Duration.ofSeconds(6), Duration.ofSeconds(6), 4);

        OverloadFindings findings = new OverloadDrill(directory, plan).run();

        System.out.println(findings.describe());
        OverloadRules.hold(findings, LEAST_USEFUL);
    }
}
