package dev.penstock.it.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.nio.file.Path;
import java.util.List;
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
            assertThat(log.subList(0, CONCURRENCY)).allMatch(request -> request.status() == 429);
            assertThat(log.subList(CONCURRENCY, 8))
                    .as("the other lines, all before the first retry")
                    .extracting(Request::contentSha256)
                    .doesNotContainAnyElementsOf(log.subList(0, CONCURRENCY).stream()
                            .map(Request::contentSha256)
                            .toList());
            assertThat(log).allMatch(request -> request.active() <= CONCURRENCY);
        }
    }
}
