package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.config.CallsConfig;
import dev.penstock.gateway.config.CanaryConfig;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.gateway.config.LimitsConfig;
import dev.penstock.simulator.script.FaultScript;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A reload takes what can change without a restart, and names what it did not take")
class ReloadTest {

    private static final String CHAT = "/v1/chat/completions";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("R-PROOF-6 how calls run: from then on, a canary included")
    void calls_areTaken() {
        FaultScript busy =
                FaultScript.builder().always(then -> then.status(503)).build();
        GatewayConfig once = calls(CallsConfig.defaults().withMaxAttempts(1));
        try (RuntimeBench bench = new RuntimeBench(folder, busy, once)) {
            bench.api("POST", CHAT, RuntimeBench.BODY);
            assertThat(bench.sends()).isEqualTo(1);

            bench.configure(calls(CallsConfig.defaults()
                    .withMaxAttempts(1)
                    .withCanary(new CanaryConfig(100.0, null, 2, null, null))));
            assertThat(bench.admin("POST", "/admin/reload").body())
                    .isEqualTo("{\"status\":\"reloaded\",\"needs_restart\":[]}");

            bench.api("POST", CHAT, RuntimeBench.BODY.replace("CANARY", "OTHER"));
            assertThat(bench.sends()).isEqualTo(3);
            assertThat(bench.log()).contains("\"variant\":\"canary\"");
        }
    }

    @Test
    @DisplayName("R-TENANT-1 a tenant's ceilings: from then on, for keys that it has")
    void ceilings_areTaken() throws IOException {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            assertThat(hurried(bench).statusCode()).isEqualTo(200);

            bench.configure(read("tenants: {local: {max_deadline: 1s}}\n"));
            bench.admin("POST", "/admin/reload");

            HttpResponse<String> refused = hurried(bench);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("x-penstock-deadline-ms may be at most 1000");
        }
    }

    @Test
    @DisplayName("R-ADMIT-6 the number of active attempts is taken, other limits are named and stay")
    void limits_areTakenOrNamed() {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            bench.api("POST", CHAT, RuntimeBench.BODY);
            bench.configure(GatewayConfig.defaults()
                    .withSettings(LimitsConfig.defaults().withMaxActive(7).withMaxRetained(9), CallsConfig.defaults()));

            assertThat(bench.admin("POST", "/admin/reload").body())
                    .isEqualTo("{\"status\":\"reloaded\",\"needs_restart\":[\"limits.max_retained\"]}");

            assertThat(bench.admin("GET", "/metrics").body().lines())
                    .contains("penstock_permits_limit{account=\"simulator\",model=\"deepseek-v4-flash\","
                            + "provider=\"simulator\"} 7.0");
        }
    }

    @Test
    @DisplayName("what cannot be used changes nothing")
    void broken_changesNothing() throws IOException {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            bench.configure(read("tenants: {local: {max_deadline: 1s}}\n"));
            bench.breakConfiguration();

            assertThat(bench.admin("POST", "/admin/reload").statusCode()).isEqualTo(422);

            assertThat(hurried(bench).statusCode()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> hurried(RuntimeBench bench) {
        return bench.api("POST", CHAT, RuntimeBench.BODY, "x-penstock-deadline-ms", "30000");
    }

    private static GatewayConfig calls(CallsConfig calls) {
        return GatewayConfig.defaults().withSettings(LimitsConfig.defaults(), calls);
    }

    private GatewayConfig read(String text) throws IOException {
        return GatewayConfig.read(Files.writeString(folder.resolve("gateway.yaml"), text), Map.of());
    }
}
