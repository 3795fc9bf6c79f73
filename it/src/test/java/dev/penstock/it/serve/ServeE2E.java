package dev.penstock.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the gateway as a process: first use, keys beside it, a reload, a drain")
class ServeE2E {

    private static final String SLOW = """
            defaults:
              delay: 1500ms
            """;

    @TempDir
    private Path directory;

    @Test
    @DisplayName("a first use needs no file and no key; the same key finds its answer after a restart")
    void firstUse_answersAndRemembers() {
        String answer;
        try (GatewayProcess gateway = GatewayProcess.start(directory, "--provider", "simulator")) {
            answer = gateway.chat(gateway.clientKey(), "idempotency-key", "k").body();
            assertThat(answer).contains("chat.completion");
            assertThat(gateway.admin("/metrics").body()).contains("penstock_sends_total");
            gateway.process().terminate();
            gateway.process().await().expect(0);
        }
        assertThat(directory.resolve("gateway.penstock")).exists();
        try (GatewayProcess gateway = GatewayProcess.start(directory, "--provider", "simulator")) {
            HttpResponse<String> again = gateway.chat(gateway.clientKey(), "idempotency-key", "k");
            assertThat(again.body()).isEqualTo(answer);
            assertThat(again.headers().firstValue("x-penstock-replayed")).hasValue("true");
        }
    }

    @Test
    @DisplayName(
            "R-TENANT-1 a key that is made beside it opens, and closes once it is revoked; another tenant's key name is free")
    void keys_besideTheGateway_takeEffect() {
        try (GatewayProcess gateway = GatewayProcess.start(directory, "--provider", "simulator")) {
            Ended made = CommandLine.in(directory, "keys", "create", "--tenant", "team-a")
                    .run()
                    .expect(0);
            String key = made.out().strip();
            Await.until("the key opens", () -> gateway.chat(key).statusCode() == 200);
            assertThat(gateway.chat(gateway.clientKey(), "idempotency-key", "same")
                            .headers()
                            .firstValue("x-penstock-replayed"))
                    .hasValue("false");
            assertThat(gateway.chat(key, "idempotency-key", "same").headers().firstValue("x-penstock-replayed"))
                    .hasValue("false");

            String id = made.err().replaceAll("(?s).*(key_[0-9a-f]{16}).*", "$1");
            CommandLine.in(directory, "keys", "revoke", id).run().expect(0);
            Await.until("the key closes", () -> gateway.chat(key).statusCode() == 401);
            assertThat(gateway.process().out() + gateway.process().err()).doesNotContain(key);
        }
    }

    @Test
    @DisplayName(
            "a hang-up takes a key file anew; a file that has become wrong is named with its line, and nothing changes")
    void hangUp_takesRoutesAnew() throws IOException {
        try (SimulatorProcess provider =
                SimulatorProcess.start(directory, "", "--key", "sk-old-canary", "--key", "sk-new-canary")) {
            Path secret = Files.writeString(directory.resolve("secret"), "sk-wrong-canary");
            Path config = Files.writeString(directory.resolve("gateway.yaml"), config(provider, secret));
            try (GatewayProcess gateway = GatewayProcess.start(directory, "--config", config.toString())) {
                assertThat(gateway.chat(gateway.clientKey()).statusCode()).isEqualTo(424);

                Files.writeString(secret, "sk-new-canary");
                hangUp(gateway);
                gateway.process()
                        .awaitUntil(
                                "it read again", () -> gateway.process().err().contains("configuration read again"));
                assertThat(gateway.chat(gateway.clientKey()).statusCode()).isEqualTo(200);

                Files.writeString(config, config(provider, secret) + "limits:\n  max_activ: 3\n");
                hangUp(gateway);
                gateway.process()
                        .awaitUntil(
                                "it refused the file",
                                () -> gateway.process()
                                        .err()
                                        .contains("gateway.yaml, line 8: unknown key 'max_activ'"));
                assertThat(gateway.chat(gateway.clientKey()).statusCode()).isEqualTo(200);
                assertThat(gateway.process().err()).doesNotContain("canary");
            }
        }
    }

    @Test
    @DisplayName("told to stop, it lets what is in flight end, and ends with 0")
    void terminated_finishesWhatIsInFlight() {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SLOW);
                GatewayProcess gateway =
                        GatewayProcess.start(directory, "--provider", "simulator", "--base-url", provider.baseUrl())) {
            CompletableFuture<HttpResponse<String>> underway = gateway.chatLater(gateway.clientKey());
            Await.until("it is in flight", () -> provider.inProgress().matches("(?s).*\"received_at\":\\d.*"));

            gateway.process().terminate();

            assertThat(underway.join().statusCode()).isEqualTo(200);
            gateway.process().await().expect(0);
        }
    }

    private static String config(SimulatorProcess provider, Path secret) {
        return """
                providers:
                  far:
                    profile: openai-compatible
                    base_url: %s
                routes:
                  - {name: main, provider: far, api_key_file: %s}
                """.formatted(provider.baseUrl(), secret);
    }

    private static void hangUp(GatewayProcess gateway) throws IOException {
        new ProcessBuilder("kill", "-HUP", Long.toString(gateway.process().pid())).start();
    }
}
