package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The recipes under packaging/ start commands that there are. */
class PackagingTest {

    private static final Path PACKAGING = Path.of("..", "packaging");

    @Test
    @DisplayName("the systemd unit's command is understood, and is given time to drain")
    void unit_startsServe() throws IOException {
        List<String> unit = Files.readAllLines(PACKAGING.resolve("systemd/penstock.service"));
        String start = unit.stream()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow();

        assertParses(start.substring(start.indexOf(" serve ") + 1).split(" "));
        assertThat(unit).contains("TimeoutStopSec=75", "KillSignal=SIGTERM", "ExecReload=/bin/kill -HUP $MAINPID");
    }

    @Test
    void container_startsServe() throws IOException {
        String entry = Files.readAllLines(PACKAGING.resolve("container/Containerfile")).stream()
                .filter(line -> line.startsWith("ENTRYPOINT"))
                .findFirst()
                .orElseThrow();
        String[] words = entry.substring(entry.indexOf("\"serve\""), entry.indexOf(']'))
                .replace("\"", "")
                .split(", ");

        assertParses(words);
        assertThat(entry).contains("penstock.jar");
    }

    private static void assertParses(String... words) {
        var parsed = Main.commandLine(new CommandLineFixture().around()).parseArgs(words);
        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("serve");
        assertThat(parsed.subcommand().unmatched()).isEmpty();
    }
}
