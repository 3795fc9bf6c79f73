package dev.penstock.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Ended;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.Running;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-10, R-CANCEL-1: decisions from a second process while a run is at work")
class BesideRunE2E {

    /** Two lines with trouble of their own among many that take their time. */
    private static final String SCRIPT = """
            defaults: {delay: 500ms}
            rules:
              - when: {contains: busy}
                then: {status: 503, headers: {Retry-After: 600}}
              - when: {contains: lost, first: 1}
                then: {cut: {at_byte: 0, with: rst}}
            """;

    @Test
    @DisplayName(
            "list, show, cancel and reconcile take effect at once; a second run is refused with the first one's pid")
    void commandsBesideARun_takeEffect(@TempDir Path directory) {
        Workspace workspace = new Workspace(directory);
        RequestFile requests = workspace.requests(contents());
        try (SimulatorProcess provider = workspace.provider(SCRIPT);
                Running run =
                        workspace.run(provider.baseUrl(), "--concurrency", "4").start()) {
            run.awaitUntil("the first attempt", workspace.ledger()::hasAttempts);
            run.awaitUntil("a line that waits", () -> stateOf(workspace, "line-2", "retry_scheduled"));
            run.awaitUntil("a line that is unknown", () -> stateOf(workspace, "line-3", "unknown_outcome"));

            Ended list = workspace.ops("list", "--batch", Workspace.BATCH).run().expect(0);
            assertThat(list.out()).contains("retry_scheduled").contains("unknown_outcome");
            assertThat(workspace
                            .ops("show", "line-2", "--batch", Workspace.BATCH)
                            .run()
                            .expect(0)
                            .out())
                    .contains("Next attempt: not before");

            Ended second = workspace.run(provider.baseUrl()).run().expect(2);
            assertThat(second.err()).contains(Long.toString(run.pid()));

            takesEffect(run, workspace, "cancelled_before_dispatch", "line-2", "cancel", "line-2");
            takesEffect(
                    run,
                    workspace,
                    "succeeded",
                    "line-3",
                    "reconcile",
                    "line-3",
                    "--decision",
                    "rerun",
                    "--accept-duplicates");
            assertThat(run.isAlive()).as("the run is still at work").isTrue();
            run.await().expect(1);

            assertThat(provider.log().readByContent().entrySet().stream()
                            .filter(line -> requests.lineOf(line.getKey()).equals("line-2"))
                            .findFirst()
                            .orElseThrow()
                            .getValue())
                    .as("sends of the cancelled line")
                    .hasSize(1);
        }
        assertThat(workspace.ledger().linesIn("succeeded"))
                .hasSize(requests.lines().size() - 1);
        assertThat(workspace.results().customIds())
                .hasSize(requests.lines().size() - 1)
                .contains("line-3");
    }

    /** The command succeeds, and what it decided is done while the run goes on. */
    private static void takesEffect(Running run, Workspace workspace, String state, String line, String... words) {
        long begun = System.nanoTime();
        String[] named = new String[words.length + 2];
        System.arraycopy(words, 0, named, 0, words.length);
        named[words.length] = "--batch";
        named[words.length + 1] = Workspace.BATCH;
        workspace.ops(named).run().expect(0);
        long told = System.nanoTime();
        run.awaitUntil("effect of " + words[0], () -> stateOf(workspace, line, state));
        System.out.printf(
                "ops %s: %d ms with its JVM's start, in effect %d ms later%n",
                words[0],
                Duration.ofNanos(told - begun).toMillis(),
                Duration.ofNanos(System.nanoTime() - told).toMillis());
    }

    private static boolean stateOf(Workspace workspace, String line, String state) {
        Generation newest = workspace.ledger().newest().get(line);
        return newest != null && newest.state().equals(state);
    }

    private static String[] contents() {
        String[] contents = new String[120];
        for (int i = 0; i < contents.length; i++) {
            contents[i] = "question " + (i + 1);
        }
        contents[1] = "busy";
        contents[2] = "lost";
        return contents;
    }
}
