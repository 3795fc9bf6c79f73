package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/simulator.md} to the code. */
class SimulatorPageTest {

    private static final Pattern SCRIPT = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern MODEL = Pattern.compile("^\\| `(sim-[^`]+)` \\| (.*) \\|$", Pattern.MULTILINE);

    @Test
    void everyScriptOnThePage_canBeRead() throws IOException {
        List<String> scripts =
                SCRIPT.matcher(page()).results().map(found -> found.group(1)).toList();

        assertThat(scripts)
                .hasSizeGreaterThan(5)
                .allSatisfy(yaml -> assertThat(FaultScript.parse(yaml)).isNotEqualTo(FaultScript.NONE));
    }

    @Test
    void tableOfModelNames_isTheOneInForce() throws IOException {
        Map<String, String> table = new LinkedHashMap<>();
        for (MatchResult row : MODEL.matcher(page()).results().toList()) {
            table.put(row.group(1), row.group(2));
        }

        assertThat(table).containsExactlyEntriesOf(Simulator.modelFaults());
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "simulator.md"));
    }
}
