package dev.penstock.it.outage;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short forms; {@code it/torture outage} refuses connections for longer. */
@DisplayName("R-BUDGET-1, R-BREAKER-1, R-ADMIT-1: an outage at the start of a batch")
class OutageE2E {

    private static final int LINES = 1_000;

    @Test
    @DisplayName("R-PROOF-3 503 for 10 s: few sends before recovery, few more than lines in all, every line succeeds")
    void overloadedProvider_isSparedAndThenUsed(@TempDir Path directory) {
        OutageFindings findings = new OutageDrill(directory, LINES).overloaded(Duration.ofSeconds(10));

        System.out.println(findings.describe());
        OutageRules.hold(findings);
    }

    @Test
    @DisplayName("R-CLASS-4 refused connections: nothing is sent, every line succeeds afterwards")
    void absentProvider_isWaitedFor(@TempDir Path directory) {
        OutageFindings findings = new OutageDrill(directory, LINES).refusing(Duration.ofSeconds(4));

        System.out.println(findings.describe());
        OutageRules.hold(findings);
    }
}
