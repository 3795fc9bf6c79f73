package dev.penstock.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-CLASS-2: bad input is refused in one clear line, with nothing sent and nothing lost")
class BadInputE2E {

    /** Nobody listens there: a refusal that came too late would show as something else. */
    private static final String NOWHERE = "http://127.0.0.1:9";

    @TempDir
    Path directory;

    private Workspace workspace;

    @BeforeEach
    void open() {
        workspace = new Workspace(directory);
        workspace.requests(3);
    }

    @Test
    @DisplayName("a missing key names the variable")
    void missingKey() {
        Clear.message(workspace.runWith().run().expect(2), "DEEPSEEK_API_KEY", "--api-key-env");
        assertThat(workspace.store()).doesNotExist();
    }

    @Test
    @DisplayName("an input that is not there, or is a directory")
    void unreadableInput() throws Exception {
        Clear.message(input("nowhere.jsonl"), "nowhere.jsonl");
        Files.createDirectory(workspace.path("folder.jsonl"));
        Clear.message(input("folder.jsonl"), "folder.jsonl");
    }

    @Test
    @DisplayName("an unknown option and an unknown configuration key, with the nearest known one")
    void unknownNames() throws Exception {
        Clear.message(workspace.run(NOWHERE, "--concurency", "3").run().expect(2), "--concurency", "--concurrency");

        Files.writeString(workspace.path("penstock.yaml"), "rate: 10\nconcurency: 3\n");
        Clear.message(
                workspace.run(NOWHERE, "--config", "penstock.yaml").run().expect(2),
                "penstock.yaml",
                "2",
                "concurency",
                "concurrency");
        assertThat(workspace.store()).doesNotExist();
    }

    @Test
    @DisplayName("values out of range, and an output without a directory")
    void unusableValues() {
        Clear.message(workspace.run(NOWHERE, "--concurrency", "0").run().expect(2), "--concurrency");
        Clear.message(workspace.run("not an address").run().expect(2), "--base-url");
        Clear.message(
                CommandLine.in(directory, "run", "requests.jsonl", "-o", "none/out.jsonl", "--provider", "simulator")
                        .run()
                        .expect(2),
                "none");
    }

    @Test
    @DisplayName("a model that the provider does not have costs one request")
    void unknownModel() throws Exception {
        Files.writeString(
                workspace.path("requests.jsonl"),
                (RequestFile.line("one", "1") + RequestFile.line("two", "2"))
                        .replace("deepseek-v4-flash", "no-such-model"));
        try (SimulatorProcess provider = workspace.provider("")) {
            Ended ended = workspace.run(provider.baseUrl()).run().expect(2);
            assertThat(ended.err()).contains("does not know its model", "nothing else was sent");
            assertThat(provider.log().requests()).hasSize(1);
        }
    }

    @Test
    @DisplayName("a machine without a JDK 21 or newer")
    void noJdk() {
        Clear.message(
                workspace
                        .runWith()
                        .byLauncher()
                        .withMounts("mount -t tmpfs none /usr/lib/jvm", "true")
                        .run()
                        .expect(2),
                "JDK 21",
                "JAVA_HOME");
        assertThat(workspace.store()).doesNotExist();
    }

    @Test
    @DisplayName("a store that is no store")
    void foreignStore() throws Exception {
        Files.writeString(workspace.store(), "something else, and long enough to be looked at ".repeat(200));

        Clear.message(workspace.run(NOWHERE).run().expect(2), "results.jsonl.penstock");
        assertThat(workspace.store()).content().startsWith("something else");
    }

    @Test
    @DisplayName(
            "malformed lines, duplicate ids and unsupported urls are reported by number and do not stop the others")
    void badLines_areReportedAndTheOthersRun() throws Exception {
        String lines = RequestFile.line("good-1", "one")
                + "{\"custom_id\": \"half\n"
                + RequestFile.line("good-2", "two")
                + RequestFile.line("good-1", "again")
                + RequestFile.line("elsewhere", "three").replace("/v1/chat/completions", "/v1/embeddings")
                + RequestFile.line("", "four")
                + "[]\n";
        Files.writeString(workspace.path("requests.jsonl"), lines);
        try (SimulatorProcess provider = workspace.provider("")) {
            Ended ended = workspace.run(provider.baseUrl()).run().expect(1);

            Clear.noTrace(ended);
            assertThat(provider.log().requests()).hasSize(2);
        }
        assertThat(workspace.results().customIds()).containsExactlyInAnyOrder("good-1", "good-2");
        Map<Integer, String> reported = new TreeMap<>();
        workspace
                .unresolved()
                .lines()
                .forEach(line -> reported.put(
                        line.path("penstock").path("line").asInt(),
                        line.path("error").path("code").asString() + ": "
                                + line.path("error").path("message").asString()));
        assertThat(reported.keySet()).containsExactly(2, 4, 5, 6, 7);
        assertThat(reported.get(4)).startsWith("duplicate_custom_id").contains("line 1");
        assertThat(reported.get(5)).startsWith("unsupported_endpoint");
    }

    @Test
    @DisplayName("a file without one valid line is refused")
    void nothingValid() throws Exception {
        Files.write(workspace.path("requests.jsonl"), List.of("a", "b"), StandardCharsets.UTF_8);

        Clear.noTrace(workspace.run(NOWHERE).run().expect(2));
        assertThat(workspace.unresolved().lines()).hasSize(2);
    }

    @Test
    @DisplayName("a port in use")
    void portInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            Clear.message(
                    CommandLine.in(directory, "simulate", "--port", port).run().expect(2), port);
        }
    }

    private Ended input(String name) {
        return CommandLine.in(directory, "run", name, "-o", "results.jsonl", "--provider", "simulator")
                .run()
                .expect(2);
    }
}
