package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What a request's head decides is answered before its body is read: nobody without a key fills memory")
class HeadGateTest {

    private static RuntimeBench bench;

    @BeforeAll
    static void start(@TempDir Path folder) {
        bench = new RuntimeBench(folder, FaultScript.NONE);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /v1/chat/completions, 401",
        "POST, /v1/operations, 401",
        "GET, /v1/operations, 401",
        "GET, /v1/operations/op_x, 401",
        "GET, /v1/operations/op_x/result, 401",
        "POST, /v1/operations/op_x/cancel, 401",
        "POST, /v1/operations/op_x/reconcile, 401",
        "POST, /v1/operations/op_x/regenerate, 401",
        "GET, /v1/models, 401",
        "POST, /v1/nothing, 404",
        "POST, /nothing, 404",
        "PUT, /v1/models, 405",
        "GET, /v1/openapi.json, 413",
        "GET, /health, 413",
    })
    void api_bodyHeldBack_answered(String method, String path, int status) throws Exception {
        assertThat(answer(bench.gateway().apiPort(), method, path)).startsWith("HTTP/1.1 " + status + " ");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /admin/reload, 401",
        "GET, /metrics, 401",
        "GET, /health, 401",
        "GET, /livez, 413",
        "GET, /readyz, 413",
        "POST, /nothing, 404",
    })
    void admin_bodyHeldBack_answered(String method, String path, int status) throws Exception {
        assertThat(answer(bench.gateway().adminPort(), method, path)).startsWith("HTTP/1.1 " + status + " ");
    }

    /** The whole answer to a request that announces a body and sends none of it. */
    private static String answer(int port, String method, String path) throws Exception {
        try (RawClient raw = new RawClient(port)) {
            return raw.send(method + " " + path + " HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer wrong\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n")
                    .readAll();
        }
    }
}
