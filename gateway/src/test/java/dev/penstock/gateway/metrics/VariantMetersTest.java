package dev.penstock.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.RuntimeBench;
import dev.penstock.gateway.config.CallsConfig;
import dev.penstock.gateway.config.CanaryConfig;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.gateway.config.LimitsConfig;
import dev.penstock.simulator.script.FaultScript;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantMetersTest {

    private static final String CHAT = "/v1/chat/completions";

    /** One of these keys falls into the half of the canary, and one does not. */
    private static final String IN_CANARY = "report-1";

    private static final String IN_BASELINE = "report-0";

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "R-PROOF-6 both halves are measured in one run: the canary's calls go by its settings, the rest by theirs")
    void canary_bothHalvesAreMeasured() {
        CanaryConfig withoutRetries = new CanaryConfig(50.0, null, 1, null, null);
        GatewayConfig config = GatewayConfig.defaults()
                .withSettings(
                        LimitsConfig.defaults(),
                        CallsConfig.defaults().withMaxAttempts(2).withCanary(withoutRetries));
        FaultScript busy =
                FaultScript.builder().always(then -> then.status(503)).build();
        try (RuntimeBench bench = new RuntimeBench(folder, busy, config)) {
            for (String key : List.of(IN_CANARY, IN_BASELINE)) {
                bench.api("POST", CHAT, RuntimeBench.BODY, "idempotency-key", key);
            }

            assertThat(bench.admin("GET", "/metrics").body().lines())
                    .contains(
                            "penstock_operations_total{by=\"caller\",resumed=\"false\",variant=\"baseline\"} 1.0",
                            "penstock_operations_total{by=\"caller\",resumed=\"false\",variant=\"canary\"} 1.0",
                            "penstock_retries_scheduled_total{variant=\"baseline\"} 1.0",
                            "penstock_operation_duration_seconds_count{variant=\"baseline\"} 1",
                            "penstock_operation_duration_seconds_count{variant=\"canary\"} 1",
                            sends("original", "baseline"),
                            sends("retry", "baseline"),
                            sends("original", "canary"))
                    .doesNotContain(sends("retry", "canary"))
                    .noneMatch(line -> line.startsWith("penstock_retries_scheduled_total{variant=\"canary\"}"));
            assertThat(bench.sends()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("R-PROOF-6 every line of the log says which half its call is in, and none says so without a canary")
    void canary_isInTheLog() {
        GatewayConfig everybody = GatewayConfig.defaults()
                .withSettings(
                        LimitsConfig.defaults(),
                        CallsConfig.defaults().withCanary(new CanaryConfig(100.0, null, 1, null, null)));
        assertThat(logged(everybody)).isNotEmpty().allMatch(line -> line.contains("\"variant\":\"canary\""));
        assertThat(logged(GatewayConfig.defaults())).isNotEmpty().noneMatch(line -> line.contains("variant"));
    }

    private List<String> logged(GatewayConfig config) {
        RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE, config);
        try (bench) {
            bench.api("POST", CHAT, RuntimeBench.BODY);
        }
        return bench.log().lines().toList();
    }

    private static String sends(String kind, String variant) {
        return "penstock_sends_total{kind=\"" + kind + "\",model=\"deepseek-v4-flash\",provider=\"simulator\","
                + "route=\"simulator\",variant=\"" + variant + "\"} 1.0";
    }
}
