package dev.penstock.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-RETRYAFTER-1: a hint is a minimum")
class RetryAfterE2E {

    private static final int RETRIES = 500;
    private static final long HINT_MICROS = 3_000_000;

    @Test
    @DisplayName("no retry is received earlier than 3.000 s after its 429 was answered, over 500 retries")
    void retries_comeNoEarlierThanTheHint(@TempDir Path directory) throws Exception {
        Workspace workspace = new Workspace(directory);
        workspace.requests(RETRIES);
        Files.writeString(workspace.path("penstock.yaml"), "retry_budget: 1000\nconcurrency: 250\n");
        String script = """
                rules:
                  - when: {first: 500}
                    then: {status: 429, headers: {Retry-After: 3}}
                """;
        try (SimulatorProcess provider = workspace.provider(script)) {
            workspace.run(provider.baseUrl(), "--config", "penstock.yaml").run().expect(0);

            List<Long> waits = new ArrayList<>();
            for (List<Request> line : provider.log().readByContent().values()) {
                for (int i = 1; i < line.size(); i++) {
                    waits.add(line.get(i).receivedAt() - line.get(i - 1).answeredAt());
                }
            }
            System.out.println(waits.size() + " retries, the earliest "
                    + waits.stream().min(Long::compare).orElseThrow() + " µs after its 429");
            assertThat(waits).hasSize(RETRIES).allMatch(wait -> wait >= HINT_MICROS);
        }
    }
}
