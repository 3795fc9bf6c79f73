package dev.penstock.it.library;

import dev.penstock.it.gateway.leak.LeakDrill;
import dev.penstock.it.gateway.leak.LeakRules;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture leaks} is the long one. */
@DisplayName("R-ADMIT-2, R-CLASS-7: handlers that throw take nothing with them")
class HandlerE2E {

    @Test
    @DisplayName("live readers, checks and listeners that throw: permits, descriptors, threads and heap are as before")
    void throwingHandlers_leaveNothingBehind(@TempDir Path directory) throws InterruptedException {
        LeakDrill.Findings findings = new HandlerDrill(directory, 80, 20, 200).run();

        System.out.println(findings.describe());
        LeakRules.hold(findings);
    }
}
