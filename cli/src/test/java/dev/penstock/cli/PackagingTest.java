package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.config.ConfigDefaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The recipes under packaging/ start commands that there are. */
class PackagingTest {

    private static final Path PACKAGING = Path.of("..", "packaging");

    @Test
    @DisplayName("the systemd unit's command is understood, and is given time to drain")
    void unit_startsServe() throws IOException {
        List<String> unit = unit("penstock.service");

        assertParses("serve", commandLine(), command(unit, "serve"));
        assertThat(unit).contains("TimeoutStopSec=75", "KillSignal=SIGTERM", "ExecReload=/bin/kill -HUP $MAINPID");
    }

    @Test
    @DisplayName("so is the consumer's, which is started again also where the broker was away")
    void unit_startsConsume(@TempDir Path folder) throws IOException {
        List<String> unit = unit("penstock-consume.service");
        CommandLine consume = commandLine();
        Path config = Files.writeString(folder.resolve("consume.yaml"), "queue: prompts\n");
        consume.setDefaultValueProvider(ConfigDefaults.read(config, consume, Map.of()));

        assertParses("consume", consume, command(unit, "consume"));
        assertThat(unit).contains("TimeoutStopSec=75", "KillSignal=SIGTERM", "Restart=on-failure");
        assertThat(unit).noneMatch(line -> line.startsWith("RestartPreventExitStatus"));
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

        assertParses("serve", commandLine(), words);
        assertThat(entry).contains("penstock.jar");
    }

    private static List<String> unit(String name) throws IOException {
        return Files.readAllLines(PACKAGING.resolve("systemd").resolve(name));
    }

    private static String[] command(List<String> unit, String name) {
        String start = unit.stream()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow();
        return start.substring(start.indexOf(" " + name + " ") + 1).split(" ");
    }

    private static CommandLine commandLine() {
        return Main.commandLine(new CommandLineFixture().around());
    }

    private static void assertParses(String name, CommandLine line, String... words) {
        var parsed = line.parseArgs(words);
        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(name);
        assertThat(parsed.subcommand().unmatched()).isEmpty();
    }
}
