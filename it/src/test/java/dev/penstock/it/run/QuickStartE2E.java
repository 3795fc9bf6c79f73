package dev.penstock.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.Repository;
import dev.penstock.it.support.RequestLog;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.ResultFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OBS-1, R-PROOF-3: the first command of the README")
class QuickStartE2E {

    @Test
    @DisplayName("every example is answered once, though at least 5 % of the requests met a 429 or 503")
    void examples_areAllAnswered(@TempDir Path directory) throws Exception {
        Path examples = Repository.root().resolve("examples/requests.jsonl");
        long lines;
        try (var all = Files.lines(examples)) {
            lines = all.filter(line -> !line.isBlank()).count();
        }

        Ended ended = CommandLine.in(
                        directory, "run", examples.toString(), "-o", "results.jsonl", "--provider", "simulator")
                .run()
                .expect(0);

        assertThat(ended.out()).contains(lines + " lines answered");
        assertThat(new ResultFile(directory.resolve("results.jsonl")).customIds())
                .hasSize((int) lines)
                .hasSizeGreaterThanOrEqualTo(200)
                .doesNotHaveDuplicates();
        assertThat(new ResultFile(directory.resolve("results.unresolved.jsonl")).exists())
                .isFalse();
        List<Request> log = new RequestLog(directory.resolve("results.simulator.ndjson")).requests();
        long refused = log.stream()
                .filter(request -> Set.of(429, 503).contains(request.status()))
                .count();
        assertThat((double) refused).as("refused of %d requests", log.size()).isGreaterThanOrEqualTo(0.05 * log.size());
    }
}
