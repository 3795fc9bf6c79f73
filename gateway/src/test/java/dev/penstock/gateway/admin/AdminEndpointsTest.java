package dev.penstock.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.RuntimeBench;
import dev.penstock.simulator.script.FaultScript;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminEndpointsTest {

    private static final String CHAT = "/v1/chat/completions";

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "what has content asks for the admin key; what says one word does not; a client's key opens nothing here")
    void keys_areAskedForWhereThereIsContent() {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            int port = bench.gateway().adminPort();
            for (String open : List.of("/livez", "/readyz")) {
                assertThat(bench.ask(port, "none", "GET", open, "").statusCode())
                        .isEqualTo(200);
            }
            for (String guarded : List.of("GET /health", "GET /metrics", "POST /admin/reload")) {
                String[] parts = guarded.split(" ", 2);
                assertThat(bench.admin(parts[0], parts[1]).statusCode())
                        .as(guarded)
                        .isEqualTo(200);
                for (String key : List.of("none", "own-client-key-canary", "admin-key-canar", "")) {
                    HttpResponse<String> refused = bench.ask(port, key, parts[0], parts[1], "");
                    assertThat(refused.statusCode()).as(guarded).isEqualTo(401);
                    assertThat(refused.headers().firstValue("content-type")).hasValue("application/problem+json");
                }
            }
            assertThat(bench.ask(bench.gateway().apiPort(), "none", "GET", "/metrics", "")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @DisplayName("a drain is seen by those who ask, and health has no details on the API's port")
    void drain_isToldOnBothPorts() {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            assertThat(bench.api("GET", "/health", "").body()).isEqualTo("{\"status\":\"ready\"}");
            bench.gateway().drain();

            assertThat(bench.api("GET", "/health", "").statusCode()).isEqualTo(503);
            assertThat(bench.admin("GET", "/readyz").body()).isEqualTo("{\"status\":\"draining\"}");
            assertThat(bench.admin("GET", "/livez").statusCode()).isEqualTo(200);
            assertThat(bench.api("POST", CHAT, RuntimeBench.BODY).statusCode()).isEqualTo(503);
        }
    }

    @Test
    @DisplayName("a configuration that cannot be used changes nothing, and the answer names its line")
    void reload_brokenConfiguration_keepsTheOldOne() {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            bench.breakConfiguration();

            HttpResponse<String> refused = bench.admin("POST", "/admin/reload");

            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("gateway.yaml, line 7", "before stays");
            assertThat(bench.api("POST", CHAT, RuntimeBench.BODY).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName(
            "R-OBS-1 R-OBS-2 originals, retries, sends, dedupe hits and ends are counted apart, beside the GenAI names")
    void metrics_afterARetryAndAReplay_countEachForItself() {
        FaultScript busyOnce = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        try (RuntimeBench bench = new RuntimeBench(folder, busyOnce)) {
            bench.api("POST", CHAT, RuntimeBench.BODY, "idempotency-key", "k");
            bench.api("POST", CHAT, RuntimeBench.BODY, "idempotency-key", "k");

            String place = "model=\"deepseek-v4-flash\",provider=\"simulator\",route=\"simulator\",variant=\"none\"";
            String genAi = "gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"simulator\","
                    + "gen_ai_request_model=\"deepseek-v4-flash\"";
            assertThat(bench.admin("GET", "/metrics").body().lines())
                    .contains(
                            "penstock_operations_total{by=\"caller\",resumed=\"false\",variant=\"none\"} 1.0",
                            "penstock_attempts_total{kind=\"original\"," + place + "} 1.0",
                            "penstock_attempts_total{kind=\"retry\"," + place + "} 1.0",
                            "penstock_sends_total{kind=\"original\"," + place + "} 1.0",
                            "penstock_sends_total{kind=\"retry\"," + place + "} 1.0",
                            "penstock_attempts_active{" + place + "} 0.0",
                            "penstock_deliveries_total{kind=\"answered\",variant=\"none\"} 1.0",
                            "penstock_deliveries_total{kind=\"replayed\",variant=\"none\"} 1.0",
                            "penstock_dedupe_hits_total{kind=\"replayed\",variant=\"none\"} 1.0",
                            "penstock_retries_scheduled_total{variant=\"none\"} 1.0",
                            "penstock_ends_total{reason=\"answered\",recorded=\"true\",state=\"succeeded\","
                                    + "variant=\"none\"} 1.0",
                            "penstock_operation_duration_seconds_count{variant=\"none\"} 1",
                            "penstock_usage_unknown_total{" + place + "} 1.0",
                            "gen_ai_client_operation_duration_seconds_count{error_type=\"503\"," + genAi + "} 1",
                            "gen_ai_client_operation_duration_seconds_count{error_type=\"\"," + genAi + "} 1")
                    .anyMatch(line -> line.startsWith("gen_ai_client_token_usage_token_count{" + genAi));
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R-OBS-1 permits, circuits, pauses and what is retained are read from the engine when somebody asks")
    void metrics_gauges_areTheEngines() {
        FaultScript empty =
                FaultScript.builder().always(then -> then.status(402)).build();
        try (RuntimeBench bench = new RuntimeBench(folder, empty)) {
            bench.api("POST", CHAT, RuntimeBench.BODY);

            String place = "account=\"simulator\",";
            String model = "model=\"deepseek-v4-flash\",";
            assertThat(bench.admin("GET", "/metrics").body().lines())
                    .contains(
                            "penstock_permits_active{" + place + model + "provider=\"simulator\"} 0.0",
                            "penstock_permits_limit{" + place + model + "provider=\"simulator\"} 64.0",
                            "penstock_permits_waiting{" + place + "lane=\"retry\"," + model
                                    + "priority=\"interactive\",provider=\"simulator\"} 0.0",
                            "penstock_breaker_state{" + model + "provider=\"simulator\"} 0.0",
                            "penstock_routes_paused{scope=\"account:simulator/simulator\",what=\"balance\"} 1.0",
                            "penstock_retained_operations 0.0",
                            "penstock_joiners 0.0");
        }
    }

    @Test
    @DisplayName("a caller who invents models does not fill the memory with labels")
    void metrics_manyModels_shareOneName() {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            for (int i = 0; i < 120; i++) {
                bench.api("POST", CHAT, RuntimeBench.BODY.replace("deepseek-v4-flash", "invented-" + i));
            }
            String scraped = bench.admin("GET", "/metrics").body();

            assertThat(scraped.lines().filter(line -> line.startsWith("penstock_attempts_active{")))
                    .hasSizeLessThanOrEqualTo(100)
                    .anyMatch(line -> line.contains("model=\"other\""));
        }
    }
}
