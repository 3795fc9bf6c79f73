package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs inside this process: a real store, a real simulator, real files. */
class RunCommandTest {

    @TempDir
    private Path directory;

    private final CommandLineFixture cli = new CommandLineFixture();
    private Path script = Path.of("");

    @BeforeEach
    void noFaults() throws IOException {
        script = Files.writeString(directory.resolve("quiet.yaml"), "");
    }

    @Test
    void everyLineAnswered_endsWithZero_andTheSecondRunSendsNothing() throws IOException {
        input(line("a", "deepseek-v4-flash"), line("b", "deepseek-v4-flash"));
        assertThat(run()).isZero();
        assertThat(ids("out.jsonl")).containsExactlyInAnyOrder("a", "b");
        assertThat(file("out.unresolved.jsonl")).doesNotExist();
        int sent = log().size();
        assertThat(run()).isZero();
        assertThat(cli.out()).contains("2 before this run", "nothing in this run");
        assertThat(log()).hasSize(sent);
        assertThat(ids("out.jsonl")).hasSize(2);
    }

    @Test
    @DisplayName(
            "R-OP-6 an unknown outcome is told, explained, never sent again by itself, and answered anew on a person's word")
    void unknownOutcome_waitsForADecision() throws IOException {
        input(line("a", "deepseek-v4-flash"), line("lost", "sim-reset-after-request"));
        assertThat(run()).isEqualTo(1);
        assertThat(lines("out.unresolved.jsonl"))
                .singleElement()
                .asString()
                .contains("\"custom_id\":\"lost\"", "outcome_unknown", "ops reconcile");
        assertThat(run()).isEqualTo(1);
        assertThat(log()).hasSize(2);
        assertThat(ops("show", "lost", "--batch", batch())).isZero();
        assertThat(cli.out())
                .contains("connection ended before any answer came", "usage unknown", "--decision not_sent");
        assertThat(ops("reconcile", "--batch", batch(), "--unknown", "--decision", "failed"))
                .isZero();
        assertThat(ops("list", "--state", "unknown_outcome", "--json")).isZero();
        assertThat(cli.out()).isEmpty();
    }

    @Test
    @DisplayName("R-COST-1 prices of the user's own take the place of the built-in ones")
    void ownPrices_areTaken() throws IOException {
        Path prices = Files.writeString(file("prices.yaml"), """
                sources: {own: {title: our contract, reviewed: 2026-11-29}}
                prices:
                  - model: deepseek-v4-flash
                    effective_from: 2026-01-01T00:00:00Z
                    currency: USD
                    hit: 1000000
                    miss: 1000000
                    output: 1000000
                    source: own
                """);
        input(line("a", "deepseek-v4-flash"));
        assertThat(run("--prices", prices.toString(), "--dry-run")).isZero();
        String dear = cli.out();
        assertThat(run("--dry-run")).isZero();
        assertThat(dear).isNotEqualTo(cli.out());
    }

    @Test
    @DisplayName("R-OBS-3 recoveries, age, dead letters and decisions can be seen, each for itself")
    void whatBecameOfIt_isShown() throws IOException {
        Files.writeString(script, "rules: [{when: {first: 1}, then: {status: 503}}]");
        input(line("a", "deepseek-v4-flash"), line("lost", "sim-reset-after-request"), line("dead", "sim-503"));
        assertThat(run("--max-attempts", "2")).isEqualTo(1);
        assertThat(cli.out()).contains("1 lines recovered by a retry");
        assertThat(ops("list", "--state", "dead_letter")).isZero();
        assertThat(cli.out()).contains("dead").doesNotContain("lost");
        ops("reconcile", "--batch", batch(), "--unknown", "--decision", "failed", "--author", "night-shift");
        assertThat(ops("show", "lost", "--batch", batch())).isZero();
        assertThat(cli.out()).contains("accepted, to have ended by", "night-shift decided: failed");
    }

    @Test
    void badLines_areReportedWithTheirNumbersAndDoNotStopTheOthers() throws IOException {
        input(
                line("a", "deepseek-v4-flash"),
                "garbage",
                line("a", "deepseek-v4-flash"),
                line("b", "deepseek-v4-flash"));
        assertThat(run()).isEqualTo(1);
        assertThat(ids("out.jsonl")).containsExactlyInAnyOrder("a", "b");
        assertThat(cli.err()).contains("line 2 is not sent", "line 3 is not sent: custom_id 'a' stands on line 1");
        assertThat(lines("out.unresolved.jsonl")).hasSize(2);
    }

    @Test
    @DisplayName("R-OP-3 a changed line is a conflict: no old answer for it, no send, until it is asked for")
    void changedLine_isNotSent_untilRetryFailedIsSaid() throws IOException {
        input(line("a", "deepseek-v4-flash"));
        assertThat(run()).isZero();
        input(line("a", "deepseek-v4-pro"));
        assertThat(run()).isEqualTo(1);
        assertThat(log()).hasSize(1);
        assertThat(run("--retry-failed")).isZero();
        assertThat(log()).hasSize(2);
        assertThat(lines("out.jsonl")).singleElement().asString().contains("deepseek-v4-pro");
    }

    @Test
    void nothingButGarbage_isRefused() throws IOException {
        input("garbage", "more of it");
        assertThat(run()).isEqualTo(2);
    }

    @Test
    void dryRun_countsAndLeavesNothingBehind() throws IOException {
        input(line("a", "deepseek-v4-flash"));
        assertThat(run("--dry-run")).isZero();
        assertThat(cli.out()).contains("1 lines can be sent", "USD");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("in.jsonl", "quiet.yaml");
    }

    @Test
    void json_endsWithASummary() throws IOException {
        input(line("a", "deepseek-v4-flash"));
        assertThat(run("--json")).isZero();
        assertThat(cli.out().lines().toList().getLast())
                .contains("\"event\":\"summary\"", "\"exit_code\":0", "\"answered\":1");
    }

    @Test
    @DisplayName("R-PRIVACY-1 no prompt and no answer is said aloud")
    void promptAndAnswer_areNotSaid() throws IOException {
        input(line("a", "deepseek-v4-flash"), line("lost", "sim-reset-after-request"));
        run();
        assertThat(cli.out() + cli.err()).doesNotContain("canary-prompt", "answer-");
        ops("show", "a", "--batch", batch());
        assertThat(cli.out() + cli.err()).doesNotContain("canary-prompt", "answer-");
        ops("list", "--json");
        assertThat(cli.out() + cli.err()).doesNotContain("canary-prompt", "answer-");
    }

    private int run(String... more) {
        return cli.run(with(
                List.of(
                        "run",
                        file("in.jsonl").toString(),
                        "-o",
                        file("out.jsonl").toString(),
                        "--provider",
                        "simulator",
                        "--simulator-script",
                        script.toString()),
                more));
    }

    private int ops(String command, String... more) {
        return cli.run(with(
                List.of("ops", command, "--store", file("out.jsonl.penstock").toString()), more));
    }

    private static String[] with(List<String> first, String... more) {
        return Stream.concat(first.stream(), List.of(more).stream()).toArray(String[]::new);
    }

    private void input(String... lines) throws IOException {
        Files.write(file("in.jsonl"), List.of(lines));
    }

    private static String line(String id, String model) {
        return "{\"custom_id\":\"" + id
                + "\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\",\"body\":{\"model\":\"" + model
                + "\",\"messages\":[{\"role\":\"user\",\"content\":\"canary-prompt " + id + "\"}]}}";
    }

    private String batch() throws IOException {
        return file("in.jsonl").toRealPath().toString();
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private List<String> lines(String name) throws IOException {
        return Files.readAllLines(file(name));
    }

    private List<String> log() throws IOException {
        return lines("out.simulator.ndjson");
    }

    private List<String> ids(String name) throws IOException {
        return lines(name).stream()
                .map(line -> line.replaceAll(".*\"custom_id\":\"([^\"]*)\".*", "$1"))
                .toList();
    }
}
