package dev.penstock.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.RuntimeBench;
import dev.penstock.simulator.script.FaultScript;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("A call without a key is found at its address for a while")
class UnkeyedCallTest {

    @Test
    void withAStore_isFound(@TempDir Path folder) {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            assertFound(bench);
        }
    }

    @Test
    void withoutAStore_isFoundAsWell() {
        try (RuntimeBench bench = RuntimeBench.withoutStore()) {
            assertFound(bench);
        }
    }

    @Test
    void withoutAStore_onlyWithAKeyOfTheGateway() {
        try (RuntimeBench bench = RuntimeBench.withoutStore()) {
            String path = "/v1/operations/op_x";
            int port = bench.gateway().apiPort();

            assertThat(bench.ask(port, "wrong", "GET", path, "").statusCode()).isEqualTo(401);
            assertThat(bench.api("GET", path, "").body()).contains("operation_not_found");
        }
    }

    private static void assertFound(RuntimeBench bench) {
        HttpResponse<String> answer = bench.api("POST", "/v1/chat/completions", RuntimeBench.BODY);
        String id = answer.headers().firstValue("x-penstock-operation-id").orElseThrow();

        HttpResponse<String> found = bench.api("GET", "/v1/operations/" + id, "");

        assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
        JsonNode operation = JsonMapper.shared().readTree(found.body());
        assertThat(operation.get("id").stringValue()).isEqualTo(id);
        assertThat(operation.get("durable").booleanValue()).isFalse();
        assertThat(operation.get("attempts")).hasSize(1);
    }
}
