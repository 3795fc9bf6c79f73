package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.config.ConfigDefaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The pages about the command line say what the command line does. */
class DocumentationTest {

    private static final Path DOCS = Path.of("..", "docs");

    private final CommandLine root = Main.commandLine(new CommandLineFixture().around());

    @Test
    void everyOption_isOnTheCommandLinePage() throws IOException {
        String page = Files.readString(DOCS.resolve("cli.md"));
        List<String> missing = new ArrayList<>();
        collect(root, page, missing);
        assertThat(missing).as("not in docs/cli.md").isEmpty();
    }

    @Test
    void everyKey_isOnTheConfigurationPage() throws IOException {
        String page = Files.readString(DOCS.resolve("configuration.md"));
        assertThat(ConfigDefaults.keys(root)).allSatisfy(key -> assertThat(page).contains("| `" + key + "` |"));
    }

    @Test
    void everyKeyOnThePage_exists() throws IOException {
        List<String> named = Files.readString(DOCS.resolve("configuration.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
        assertThat(ConfigDefaults.keys(root)).containsAll(named);
    }

    private static void collect(CommandLine command, String page, List<String> missing) {
        String name = command.getCommandSpec().qualifiedName();
        if (!page.contains("`" + name)) {
            missing.add(name);
        }
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!page.contains("`" + option.longestName())) {
                missing.add(name + " " + option.longestName());
            }
        }
        command.getSubcommands().values().forEach(below -> collect(below, page, missing));
    }
}
