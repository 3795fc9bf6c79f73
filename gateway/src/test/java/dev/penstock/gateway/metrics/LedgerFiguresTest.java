package dev.penstock.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.RuntimeBench;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.FaultScript;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("R-OBS-3 what waits in the ledger, and what is decided, as figures")
class LedgerFiguresTest {

    private static final String CHAT = "/v1/chat/completions";

    @TempDir
    private Path folder;

    @Test
    void unknownOutcome_isShownWithItsAge_untilSomebodyDecides() {
        FaultScript cut = FaultScript.builder()
                .always(then -> then.cutAtByte(0, Ending.How.RST))
                .build();
        try (RuntimeBench bench = new RuntimeBench(folder, cut)) {
            HttpResponse<String> unknown = bench.api("POST", CHAT, RuntimeBench.BODY, "idempotency-key", "k");
            String id = unknown.headers().firstValue("x-penstock-operation-id").orElseThrow();

            assertThat(scrape(bench))
                    .contains("penstock_operations_waiting{state=\"unknown_outcome\"} 1.0")
                    .anyMatch(line -> line.startsWith("penstock_operation_age_seconds{state=\"unknown_outcome\"} "))
                    .noneMatch(line -> line.startsWith("penstock_decisions_total"));

            String decision = "{\"decision\":\"failed\",\"why\":\"asked the provider\"}";
            assertThat(bench.api("POST", "/v1/operations/" + id + "/reconcile", decision)
                            .statusCode())
                    .isEqualTo(200);

            assertThat(scrape(bench))
                    .contains("penstock_decisions_total{decision=\"failed\"} 1.0")
                    .noneMatch(line -> line.startsWith("penstock_operations_waiting{"))
                    .noneMatch(line -> line.startsWith("penstock_operation_age_seconds{"));
            assertThat(scrape(bench)).contains("penstock_decisions_total{decision=\"failed\"} 1.0");
        }
    }

    @Test
    void workUnderWay_isShownByItsState() {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(30)))
                .build();
        try (RuntimeBench bench = new RuntimeBench(folder, slow)) {
            HttpResponse<String> accepted =
                    bench.api("POST", "/v1/operations", RuntimeBench.BODY, "idempotency-key", "k");
            String path = "/v1/operations/"
                    + JsonMapper.shared().readTree(accepted.body()).get("id").stringValue();

            assertThat(scrape(bench).stream().filter(line -> line.startsWith("penstock_operations_waiting{")))
                    .singleElement()
                    .asString()
                    .endsWith("} 1.0");
            bench.api("POST", path + "/cancel", "{\"why\":\"enough\"}");

            assertThat(scrape(bench)).contains("penstock_decisions_total{decision=\"cancel\"} 1.0");
        }
    }

    private static List<String> scrape(RuntimeBench bench) {
        return bench.admin("GET", "/metrics").body().lines().toList();
    }
}
