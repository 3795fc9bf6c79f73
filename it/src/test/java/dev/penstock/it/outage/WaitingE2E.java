package dev.penstock.it.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-ADMIT-1: what waits for its retry holds no permit")
class WaitingE2E {

    private static final int CONCURRENCY = 5;

    /** As many lines as there are permits are told to come back much later. */
    private static final String SCRIPT = """
            rules:
              - when: {first: 5}
                then: {status: 429, headers: {Retry-After: 15}}
            """;

    @Test
    @DisplayName("with every permit's worth of lines in backoff, the others are sent and answered meanwhile")
    void linesInBackoff_leaveThePermitsToOthers(@TempDir Path directory) {
        Workspace workspace = new Workspace(directory);
        workspace.requests(8);
        try (SimulatorProcess provider = workspace.provider(SCRIPT)) {
            workspace
                    .run(provider.baseUrl(), "--concurrency", Integer.toString(CONCURRENCY))
                    .run()
                    .expect(0);

            List<Request> log = provider.log().requests();
            assertThat(log).hasSize(8 + CONCURRENCY);
            // Which of those that come at once is counted first, and which is logged first, is the machine's matter.
            Set<String> inBackoff = log.stream()
                    .filter(request -> request.status() == 429)
                    .map(Request::contentSha256)
                    .collect(Collectors.toSet());
            assertThat(inBackoff).hasSize(CONCURRENCY);
            assertThat(log.subList(0, 8))
                    .as("every line once, before the first retry")
                    .extracting(Request::contentSha256)
                    .doesNotHaveDuplicates();
            assertThat(log).allMatch(request -> request.active() <= CONCURRENCY);
        }
    }
}
