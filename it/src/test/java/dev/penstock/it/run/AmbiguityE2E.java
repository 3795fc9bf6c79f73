package dev.penstock.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Ended;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@DisplayName("R-CLASS-4, R-CLASS-3: what is not known is called unknown, and a stop fails nothing")
class AmbiguityE2E {

    @TempDir
    Path directory;

    private Workspace workspace;

    @BeforeEach
    void open() {
        workspace = new Workspace(directory);
    }

    @Test
    @DisplayName("R-REPLAY-1, R-COST-1 a reset after reading: one send, unknown, exit code 1, explained in two places")
    void resetAfterReading_isUnknownAndExplained() {
        workspace.requests("a plain question", "reset me");
        String script = """
                rules:
                  - when: {contains: reset me}
                    then: {cut: {at_byte: 0, with: rst}}
                """;
        try (SimulatorProcess provider = workspace.provider(script)) {
            workspace.run(provider.baseUrl()).run().expect(1);
            workspace.run(provider.baseUrl()).run().expect(1);

            assertThat(provider.log().requests()).filteredOn(Request::isRead).hasSize(2);
        }
        Generation unknown = workspace.ledger().newest().get("line-2");
        assertThat(unknown.state()).isEqualTo("unknown_outcome");
        assertThat(unknown.hasUsage()).as("usage and cost of the unknown line").isFalse();
        assertThat(workspace.results().customIds()).containsExactly("line-1");

        JsonNode line = workspace.unresolved().lines().getFirst();
        assertThat(line.path("custom_id").asString()).isEqualTo("line-2");
        assertThat(line.path("error").path("code").asString()).isEqualTo("outcome_unknown");
        assertThat(line.path("error").path("message").asString()).contains("connection ended before any answer");
        assertThat(line.path("penstock").path("resolve").asString())
                .contains("ops reconcile")
                .contains("--accept-duplicates");
        assertThat(workspace
                        .ops("show", "line-2", "--batch", Workspace.BATCH)
                        .run()
                        .expect(0)
                        .out())
                .contains("how that ended is not known")
                .contains("connection ended before any answer")
                .contains("sent whole")
                .contains("usage unknown; cost unknown")
                .contains("What can be done:")
                .contains("it may be paid for twice")
                .contains("reconcile");
    }

    @Test
    @DisplayName("R-CLASS-3 401 from the start: one send, exit code 3, nothing failed; a mended key finishes it")
    void wrongKey_costsOneRequest() {
        RequestFile requests = workspace.requests(60);
        try (SimulatorProcess provider = workspace.provider("", "--key", "sk-good")) {
            Ended stopped = withKey(provider, "sk-wrong").expect(3);

            assertThat(stopped.err()).contains("key").doesNotContain("sk-wrong");
            assertThat(provider.log().requests())
                    .singleElement()
                    .extracting(Request::status)
                    .isEqualTo(401);
            assertThat(notFailed()).isTrue();

            withKey(provider, "sk-good").expect(0);
        }
        assertThat(workspace.ledger().linesIn("succeeded")).isEqualTo(requests.lines());
    }

    @Test
    @DisplayName(
            "R-CLASS-3 402 in the middle: at most concurrency lines have seen it, none failed, topping up finishes it")
    void emptyBalance_parksTheRest() {
        RequestFile requests = workspace.requests(300);
        int concurrency = 20;
        String script = """
                defaults: {delay: 30ms}
                rules:
                  - when: {after: 100}
                    then: {status: 402}
                """;
        try (SimulatorProcess provider = workspace.provider(script)) {
            Ended stopped = workspace
                    .run(provider.baseUrl(), "--concurrency", Integer.toString(concurrency))
                    .run()
                    .expect(3);

            assertThat(stopped.err()).contains("balance");
            Set<String> refused = provider.log().requests().stream()
                    .filter(request -> request.status() == 402)
                    .map(Request::contentSha256)
                    .collect(Collectors.toSet());
            assertThat(refused).hasSizeBetween(1, concurrency);
            assertThat(notFailed()).isTrue();
            assertThat(workspace.results().lines()).hasSize(100);

            provider.script("");
            workspace.run(provider.baseUrl()).run().expect(0);
        }
        assertThat(workspace.ledger().linesIn("succeeded")).isEqualTo(requests.lines());
    }

    private Ended withKey(SimulatorProcess provider, String key) {
        return workspace
                .runWith("--provider", "deepseek", "--base-url", provider.baseUrl(), "--api-key-env", "IT_KEY")
                .with("IT_KEY", key)
                .run();
    }

    private boolean notFailed() {
        return workspace.ledger().generations().stream()
                .noneMatch(line -> Set.of(
                                "failed_permanent", "dead_letter", "unknown_outcome", "cancelled_before_dispatch")
                        .contains(line.state()));
    }
}
