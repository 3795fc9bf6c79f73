package dev.penstock.it.cluster;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture cutoff} is the long one. */
@DisplayName("R-OP-5, R-OP-7: a gateway that is cut off from its database")
class CutOffE2E {

    @Test
    @DisplayName("sends nothing that it cannot record, says store_unavailable, recovers by itself, and loses no result")
    void cutOff_refusesAndRecovers(@TempDir Path directory) throws InterruptedException {
        CutOffDrill.Findings findings =
                new CutOffDrill(directory, Duration.ofSeconds(10), /* silently= */ false, System.nanoTime()).run();

        System.out.println(findings.describe());
        CutOffRules.hold(findings);
    }
}
