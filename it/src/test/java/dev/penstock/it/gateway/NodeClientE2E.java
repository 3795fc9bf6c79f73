package dev.penstock.it.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-REPLAY-2 the official OpenAI client for Node, unmodified, in front of the gateway")
class NodeClientE2E {

    private static final Path CLIENTS = Repository.root().resolve("it/clients");

    @TempDir
    Path directory;

    @Test
    @DisplayName("its whole suite passes: plain, streams, tools, errors, retries, aborts, waits (it/clients)")
    void suite_passes() throws Exception {
        if (!Files.isDirectory(CLIENTS.resolve("node_modules/openai"))) {
            assertThat(run(Map.of(), "npm", "ci", "--no-audit", "--no-fund"))
                    .as("npm ci in it/clients; it needs Node.js 20 or newer and npm")
                    .isZero();
        }
        try (SimulatorBehindGateway provider = SimulatorBehindGateway.start(directory, "")) {
            int exit = run(
                    Map.of(
                            "GATEWAY_URL", provider.gateway().baseUrl(),
                            "GATEWAY_KEY", provider.gateway().clientKey(),
                            "PROVIDER_LOG", directory.resolve("provider.ndjson").toString()),
                    "node",
                    "--test",
                    "openai.test.mjs");
            assertThat(exit).as(Files.readString(output())).isZero();
        }
    }

    private Path output() {
        return directory.resolve("client.out");
    }

    private int run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(CLIENTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS))
                    .as(() -> "it does not end: " + List.of(command))
                    .isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
