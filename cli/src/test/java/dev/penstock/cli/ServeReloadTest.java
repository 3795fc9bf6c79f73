package dev.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reload holds the configuration to what a start holds it to. */
class ServeReloadTest {

    private static final String ADMIN_KEY = "admin-key-canary";

    @TempDir
    private Path directory;

    @Test
    @DisplayName("what a start would refuse is 422 with the same words, and the configuration before stays")
    void reload_refused_says422AndWhy() throws Exception {
        Path config = Files.writeString(directory.resolve("c.yaml"), "limits: {}\n");
        PipedOutputStream out = new PipedOutputStream();
        Thread serving = Thread.ofPlatform().start(() -> serve(out, config));
        try (BufferedReader said = new BufferedReader(new InputStreamReader(new PipedInputStream(out), UTF_8))) {
            String admin = "";
            for (String line = said.readLine(); !line.startsWith("ready on "); line = said.readLine()) {
                admin = line.startsWith("admin on ") ? line.substring("admin on ".length()) : admin;
            }
            Files.writeString(config, "routes:\n  - {name: a, provider: simulator}\n");
            assertReload(admin, 422, "--provider", "before stays");
            Files.writeString(config, "models: {fast: }\n");
            assertReload(admin, 422, "'fast'", "before stays");
            Files.writeString(config, "limits: {}\n");
            assertReload(admin, 200, "reloaded");
        } finally {
            serving.interrupt();
            serving.join();
        }
    }

    private void serve(OutputStream out, Path config) {
        Surroundings around = new Surroundings(
                new PrintStream(out, true, UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
                /* shown= */ false,
                /* interactive= */ false,
                Map.of("PENSTOCK_ADMIN_KEY", ADMIN_KEY),
                Time.system(),
                Chance.system());
        Main.execute(
                around,
                "serve",
                "--no-store",
                "--provider",
                "simulator",
                "--port",
                "0",
                "--admin-port",
                "0",
                "--config",
                config.toString());
    }

    private static void assertReload(String admin, int status, String... words) throws IOException {
        HttpURLConnection reload =
                (HttpURLConnection) URI.create(admin + "/admin/reload").toURL().openConnection();
        reload.setRequestMethod("POST");
        reload.setRequestProperty("Authorization", "Bearer " + ADMIN_KEY);
        assertThat(reload.getResponseCode()).isEqualTo(status);
        try (InputStream body = status < 400 ? reload.getInputStream() : reload.getErrorStream()) {
            assertThat(new String(body.readAllBytes(), UTF_8)).contains(words);
        }
    }
}
