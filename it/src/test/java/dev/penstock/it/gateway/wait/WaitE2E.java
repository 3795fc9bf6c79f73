package dev.penstock.it.gateway.wait;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form; {@code it/torture waits} is the long one. */
@DisplayName("R-STREAM-1, R-STREAM-7, R-DEADLINE-1: a provider that only says that it lives")
class WaitE2E {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("keep-alives, and then the answer: it is delivered, plain and streamed, with a key and without")
    void keepAlives_thenAnswer_isDelivered() {
        WaitDrill.Findings findings = new WaitDrill(directory, Duration.ofSeconds(4), Duration.ofMinutes(2)).run();

        WaitRules.delivered(findings);
    }

    @Test
    @DisplayName(
            "keep-alives for ever: our deadline ends it and is named, what became of it is called unknown, and nothing"
                    + " is sent again")
    void keepAlivesForEver_endAtOurLimit() {
        WaitDrill.Findings findings = new WaitDrill(directory, Duration.ofDays(1), Duration.ofSeconds(3)).run();

        WaitRules.limited(findings);
    }
}
