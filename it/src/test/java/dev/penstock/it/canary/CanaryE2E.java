package dev.penstock.it.canary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-PRIVACY-1 B093: keys, prompts, answers and providers' messages, with everything logged at every level")
class CanaryE2E {

    private static final String VARIABLE = "IT_CANARY_KEY";

    /** Trouble of every kind, and a provider that repeats what it was told. */
    private static final String SCRIPT = """
            defaults:
              answer: {text: "the answer ANSWERCANARY91bc"}
            rules:
              - when: {contains: rejected}
                then: {status: 400, body: '{"error":{"message":"MESSAGECANARY55de PROMPTCANARY7f3a key sk-CANARYKEY0123456789abcdefghij","type":"invalid_request_error","code":"bad"}}'}
              - when: {contains: overloaded, first: 1}
                then: {status: 503, body: '{"error":{"message":"MESSAGECANARY55de PROMPTCANARY7f3a Bearer sk-CANARYKEY0123456789abcdefghij"}}'}
              - when: {contains: reset}
                then: {cut: {at_byte: 0, with: rst}}
              - when: {contains: broken off}
                then: {cut: {at_body_byte: 60, with: fin}}
              - when: {contains: page}
                then: {malformed: html}
              - when: {contains: nonsense}
                then: {malformed: http}
              - when: {contains: error inside}
                then: {status: 200, body: '{"error":{"message":"MESSAGECANARY55de sk-CANARYKEY0123456789abcdefghij"}}'}
            """;

    private static final List<String> KINDS =
            List.of("plain", "rejected", "overloaded", "reset", "broken off", "page", "nonsense", "error inside");

    @TempDir
    Path directory;

    private Workspace workspace;

    @BeforeEach
    void open() throws IOException {
        workspace = new Workspace(directory);
        workspace.requests(
                KINDS.stream().map(kind -> Canaries.PROMPT + " " + kind).toArray(String[]::new));
        Files.writeString(workspace.path("logging.properties"), """
                handlers=java.util.logging.FileHandler
                .level=ALL
                java.util.logging.FileHandler.level=ALL
                java.util.logging.FileHandler.append=true
                java.util.logging.FileHandler.formatter=java.util.logging.SimpleFormatter
                java.util.logging.FileHandler.pattern=%s
                """.formatted(workspace.path("all.log")));
    }

    @Test
    @DisplayName("are nowhere but in the ledger and the output; the key is not even there")
    void everythingThatIsSaid_holdsNoCanary() throws IOException {
        try (SimulatorProcess provider = workspace.provider(SCRIPT)) {
            said(run(provider.baseUrl()), 1);
            said(run(provider.baseUrl()), 1);
            said(workspace.ops("list"), 0);
            for (int line = 1; line <= KINDS.size(); line++) {
                said(workspace.ops("show", "line-" + line, "--batch", Workspace.BATCH), 0);
            }
        }
        assertThat(workspace.results().lines()).hasSize(2);
        assertThat(workspace.unresolved().lines()).hasSize(6);
        whatIsWritten_holdsNoCanary();
        assertThat(text("results.unresolved.jsonl"))
                .as("the provider's message reaches the caller")
                .contains(Canaries.MESSAGE);
    }

    @Test
    @DisplayName("the gateway, plain and streamed, with and without a key of its caller's: neither log, nor figure, nor"
            + " line on a terminal holds one")
    void gateway_holdsNoCanary() throws IOException {
        try (SimulatorProcess provider = workspace.provider(SCRIPT);
                GatewayProcess gateway = GatewayProcess.start(traced(gateway(provider.baseUrl())))) {
            int answers = 0;
            for (String kind : KINDS) {
                for (boolean stream : new boolean[] {false, true}) {
                    Chat chat = Chat.of(Canaries.PROMPT + " " + kind).streamed(stream);
                    answers += isAnswered(gateway, chat);
                    answers += isAnswered(gateway, chat.keyed(Canaries.IDEMPOTENCY_KEY + " " + kind + stream));
                }
            }
            assertThat(answers).as("some are answered, the others are not").isBetween(4, 4 * KINDS.size() - 4);
            assertThat(ask(gateway, Canaries.KEY, Chat.of("a stranger")).status())
                    .isEqualTo(401);
            for (String path : List.of("/metrics", "/health")) {
                Canaries.noneIn(path, gateway.admin(path).body());
            }
            gateway.process().terminate();
            Ended ended = gateway.process().await().expect(0);
            assertThat(ended.out() + ended.err()).as("a line for each attempt").contains("\"event\"");
            Canaries.noneIn("standard output of the gateway", ended.out());
            Canaries.noneIn("standard error of the gateway", ended.err());
        }
        whatIsWritten_holdsNoCanary();
    }

    private CommandLine gateway(String baseUrl) {
        return GatewayProcess.command(
                        directory, "--provider", "deepseek", "--base-url", baseUrl, "--api-key-env", VARIABLE)
                .with(VARIABLE, Canaries.KEY)
                .with("PENSTOCK_CLIENT_KEY", Canaries.CLIENT_KEY);
    }

    private static int isAnswered(GatewayProcess gateway, Chat chat) throws IOException {
        return ask(gateway, Canaries.CLIENT_KEY, chat).isAnswer() ? 1 : 0;
    }

    private static Said ask(GatewayProcess gateway, String key, Chat chat) throws IOException {
        try (ChatSocket call = ChatSocket.send(gateway.port(), key, chat, 0)) {
            return call.read();
        }
    }

    @Test
    @DisplayName("a key in the wrong place, or an input that is not JSON, is refused without being repeated")
    void refusals_repeatNothing() throws IOException {
        said(run("http://user:" + Canaries.KEY + "@127.0.0.1:9"), 2);
        said(run("http://127.0.0.1:9?key=" + Canaries.KEY), 2);
        said(run("http://127.0.0.1:9").with(VARIABLE, Canaries.KEY + " " + Canaries.KEY), 2);
        said(workspace.runWith("--api-key-env", Canaries.KEY), 2);

        Files.writeString(
                workspace.path("requests.jsonl"), "{\"custom_id\": \"" + Canaries.PROMPT + "\", " + Canaries.PROMPT);
        said(run("http://127.0.0.1:9"), 2);
    }

    private CommandLine run(String baseUrl) {
        return workspace
                .runWith("--provider", "deepseek", "--base-url", baseUrl, "--api-key-env", VARIABLE)
                .with(VARIABLE, Canaries.KEY);
    }

    private void said(CommandLine command, int exitCode) {
        Ended ended = traced(command).run().expect(exitCode);
        Canaries.noneIn("standard output of " + ended.words(), ended.out());
        Canaries.noneIn("standard error of " + ended.words(), ended.err());
    }

    private CommandLine traced(CommandLine command) {
        return command.without("slf4j")
                .with("PENSTOCK_TRACE", "1")
                .jvm("-Djava.util.logging.config.file=" + workspace.path("logging.properties"));
    }

    /** The log, to which every level goes, and for a key every file. */
    private void whatIsWritten_holdsNoCanary() throws IOException {
        assertThat(text("all.log")).as("the log at every level").contains("FINE");
        Canaries.noneIn("the log", text("all.log"));
        for (Path file : everyFile()) {
            Canaries.noKeyIn(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
    }

    private String text(String name) throws IOException {
        return Files.readString(workspace.path(name), StandardCharsets.ISO_8859_1);
    }

    /** All but the script, which tells the provider what to repeat. */
    private List<Path> everyFile() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.endsWith("faults.yaml")).toList();
        }
    }
}
