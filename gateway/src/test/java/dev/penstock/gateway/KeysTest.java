package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Design 12, the table \"the key is\", through the gateway, judged from the provider's log")
class KeysTest {

    private static final String KEY = "idempotency-key";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R-OP-8 fifty callers of one key: one send, and one answer for all")
    void fiftyCallers_oneSend(boolean stream) throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(2)))
                .build();
        try (GatewayBench bench =
                GatewayBench.plan().ledgerIn(folder).script(slow).start()) {
            List<CompletableFuture<HttpResponse<String>>> callers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                callers.add(bench.client()
                        .sendAsync(
                                bench.request(GatewayBench.body(stream), KEY, "k")
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()));
            }
            List<String> answers = new ArrayList<>();
            for (CompletableFuture<HttpResponse<String>> caller : callers) {
                HttpResponse<String> response = caller.get();
                assertThat(response.statusCode()).isEqualTo(200);
                answers.add(response.body().replaceAll("(?m)^:.*\n\n", ""));
            }

            assertThat(bench.sends()).isEqualTo(1);
            assertThat(answers.stream().distinct()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R-OP-3 B080 another payload is 422 in every state, and is never sent")
    void otherPayload_conflict(boolean stream) throws Exception {
        FaultScript slow = FaultScript.builder()
                .rule("slow", when -> when.nth(1), then -> then.delay(Duration.ofSeconds(1)))
                .build();
        String other = GatewayBench.body(stream).replace("prompt", "other");
        try (GatewayBench bench =
                GatewayBench.plan().ledgerIn(folder).script(slow).start()) {
            CompletableFuture<HttpResponse<String>> first = bench.client()
                    .sendAsync(
                            bench.request(GatewayBench.BODY, KEY, "k").build(), HttpResponse.BodyHandlers.ofString());
            Eventually.holds(() -> bench.sends() == 1);
            HttpResponse<String> during = bench.post(other, KEY, "k");
            first.get();
            HttpResponse<String> after = bench.post(other, KEY, "k");

            for (HttpResponse<String> conflict : List.of(during, after)) {
                assertThat(conflict.statusCode()).isEqualTo(422);
                assertThat(conflict.body()).contains("idempotency_key_reused");
                assertThat(conflict.headers().firstValue("x-should-retry")).hasValue("false");
            }
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("In flight: a joiner waits up to its own deadline, and then is told to come back")
    void inFlight_joinerTooSoon_409(boolean stream) throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(3)))
                .build();
        try (GatewayBench bench =
                GatewayBench.plan().ledgerIn(folder).script(slow).start()) {
            CompletableFuture<HttpResponse<String>> first = bench.client()
                    .sendAsync(
                            bench.request(GatewayBench.body(stream), KEY, "k").build(),
                            HttpResponse.BodyHandlers.ofString());
            Eventually.holds(() -> bench.sends() == 1);
            HttpResponse<String> joiner =
                    bench.post(GatewayBench.body(stream), KEY, "k", "x-penstock-deadline-ms", "200");

            assertThat(joiner.statusCode()).isEqualTo(409);
            assertThat(joiner.body()).contains("operation_in_progress");
            assertThat(joiner.headers().firstValue("x-should-retry")).hasValue("true");
            assertThat(joiner.headers().firstValue("retry-after")).isPresent();
            assertThat(first.get().statusCode()).isEqualTo(200);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R-OP-6 unknown: 409 the first time and every time, after a restart too, and nothing is sent again")
    void unknown_saidEveryTime(boolean stream) throws Exception {
        FaultScript reset =
                FaultScript.builder().always(then -> then.cutAtByte(0, How.RST)).build();
        try (GatewayBench bench =
                GatewayBench.plan().ledgerIn(folder).script(reset).start()) {
            for (int i = 0; i < 2; i++) {
                assertUnknown(bench.post(GatewayBench.body(stream), KEY, "k"));
            }
            assertThat(bench.sends()).isEqualTo(1);
        }
        try (GatewayBench bench = GatewayBench.plan().ledgerIn(folder).start()) {
            assertUnknown(bench.post(GatewayBench.body(stream), KEY, "k"));
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    @DisplayName("B083 failed_permanent: the provider's own error is replayed")
    void rejected_replayed() throws Exception {
        FaultScript bad = FaultScript.builder()
                .always(then ->
                        then.status(404, "application/json", "{\"error\":{\"code\":\"model_not_found\",\"odd\":1}}"))
                .build();
        try (GatewayBench bench =
                GatewayBench.plan().ledgerIn(folder).script(bad).start()) {
            HttpResponse<String> first = bench.post(GatewayBench.BODY, KEY, "k");
            HttpResponse<String> again = bench.post(GatewayBench.BODY, KEY, "k");

            assertThat(first.statusCode()).isEqualTo(404);
            assertThat(first.body()).isEqualTo("{\"error\":{\"code\":\"model_not_found\",\"odd\":1}}");
            assertThat(again.statusCode()).isEqualTo(404);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.headers().firstValue("x-penstock-replayed")).hasValue("true");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-ADMIT-10 in a drain new calls are 503, and stored answers are still given")
    void drain_storedAnswersGiven() throws Exception {
        try (GatewayBench bench = GatewayBench.plan().ledgerIn(folder).start()) {
            bench.post(GatewayBench.BODY, KEY, "k");
            bench.gateway().drain();
            HttpResponse<String> stored = bench.post(GatewayBench.BODY, KEY, "k");
            HttpResponse<String> conflict = bench.post(GatewayBench.BODY.replace("prompt", "other"), KEY, "k");

            assertThat(stored.statusCode()).isEqualTo(200);
            assertThat(stored.headers().firstValue("connection")).hasValue("close");
            assertThat(conflict.statusCode()).isEqualTo(422);
            for (HttpResponse<String> fresh : List.of(
                    bench.post(GatewayBench.BODY),
                    bench.post(GatewayBench.STREAM),
                    bench.post(GatewayBench.BODY, KEY, "new"))) {
                assertThat(fresh.statusCode()).isEqualTo(503);
                assertThat(fresh.body()).contains("\"draining\"");
                assertThat(fresh.headers().firstValue("x-should-retry")).hasValue("true");
                assertThat(fresh.headers().firstValue("retry-after")).isPresent();
            }
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private static void assertUnknown(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("outcome_unknown");
        assertThat(response.headers().firstValue("x-should-retry")).hasValue("false");
        assertThat(response.headers().firstValue("link")).isPresent();
        assertThat(response.headers().firstValue("x-penstock-state")).hasValue("unknown_outcome");
        assertThat(response.headers().firstValue("x-penstock-cost")).hasValue("unknown");
    }

    @Test
    @DisplayName("R-DEADLINE-7 with continue the caller goes with the address, and its repeat finds the answer")
    void continues_callerGoes_repeatFindsAnswer() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(2)))
                .build();
        try (GatewayBench bench =
                GatewayBench.plan().ledgerIn(folder).script(slow).start()) {
            HttpResponse<String> early = bench.post(
                    GatewayBench.BODY, KEY, "k", "x-penstock-deadline-ms", "300", "x-penstock-on-deadline", "continue");
            HttpResponse<String> repeat = bench.post(GatewayBench.BODY, KEY, "k");

            assertThat(early.statusCode()).isEqualTo(409);
            assertThat(early.body()).contains("operation_in_progress");
            assertThat(repeat.statusCode()).isEqualTo(200);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }
}
