package dev.penstock.it.gateway.leak;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture leaks} is the long one. */
@DisplayName("R-ADMIT-2, R-CANCEL-2: clients who leave take nothing with them")
class LeakE2E {

    @Test
    @DisplayName(
            "abandoned streams, unread ones, readers with a closed window, waiters who give up: permits, descriptors,"
                    + " threads and heap are as before")
    void leavers_leaveNothingBehind(@TempDir Path directory) throws IOException {
        LeakDrill.Findings findings = new LeakDrill(directory, 80, 20, 200).run();

        System.out.println(findings.describe());
        LeakRules.hold(findings);
    }
}
