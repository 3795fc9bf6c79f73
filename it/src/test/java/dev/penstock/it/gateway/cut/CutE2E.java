package dev.penstock.it.gateway.cut;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture cuts} is the long one. */
@DisplayName("R-STREAM-3: a stream that is cut anywhere")
class CutE2E {

    @Test
    @DisplayName(
            "is an error or a truthful completion, never an invented finish, never a doubled text, and is sent once")
    void cutAnywhere_isToldTruthfully(@TempDir Path directory) throws IOException {
        CutDrill.Findings findings = new CutDrill(directory, 7).run();

        System.out.println(findings.describe());
        assertThat(findings.violations()).as(findings.describe()).isEmpty();
        assertThat(findings.answers()).isPositive();
        assertThat(findings.errorsInBand()).isPositive();
    }
}
