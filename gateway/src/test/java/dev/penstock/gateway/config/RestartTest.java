package dev.penstock.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {

    @TempDir
    private Path directory;

    @Test
    void nothingChanged_needsNone() throws IOException {
        assertThat(Restart.neededBy(read("store: a\n"), read("store: a\n"))).isEmpty();
    }

    @Test
    void whatIsTaken_needsNone() throws IOException {
        GatewayConfig fresh = read("""
                calls: {max_attempts: 2, keep_alive: 5s, canary: {percent: 5, replay: never}}
                limits: {max_active: 3}
                tenants: {a: {max_deadline: 1m}}
                providers: {far: {profile: simulator, base_url: 'http://127.0.0.1:1'}}
                routes: [{name: r, provider: far}]
                default_route: r
                models: {fast: [{route: r, model: m}]}
                retention: {bodies: 1d}
                """);

        assertThat(Restart.neededBy(GatewayConfig.defaults(), fresh)).isEmpty();
    }

    @Test
    void whatIsNot_isNamedAsTheFileHasIt() throws IOException {
        GatewayConfig fresh = read("""
                store: elsewhere
                api: {port: 9000, idle: 5s}
                limits: {max_active: 3, max_retained: 7, adaptive: false}
                background: {workers: 2}
                """);

        assertThat(Restart.neededBy(GatewayConfig.defaults(), fresh))
                .containsExactly(
                        "api.port",
                        "api.idle",
                        "store",
                        "limits.max_retained",
                        "limits.adaptive",
                        "background.workers");
    }

    private GatewayConfig read(String text) throws IOException {
        return GatewayConfig.read(Files.writeString(directory.resolve("gateway.yaml"), text), Map.of());
    }
}
