package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.PolicySettings;
import dev.penstock.policy.admission.PopulationSettings;
import dev.penstock.simulator.script.BehaviourBuilder;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Design 12, \"first answers\", plain and as a stream that has not begun")
class FirstAnswersTest {

    /** What the provider does, and what the client is told. */
    record Fault(String name, UnaryOperator<BehaviourBuilder> then, String replay, int status, String code, int sends) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Fault> faults() {
        return Stream.of(
                new Fault("400", then -> then.status(400), "after_rejection", 400, "", 1),
                new Fault("422", then -> then.status(422), "after_rejection", 422, "", 1),
                new Fault(
                        "redirect",
                        then -> then.redirect(307, "http://127.0.0.1:1/"),
                        "after_rejection",
                        424,
                        "upstream_redirect",
                        1),
                new Fault("401", then -> then.status(401), "after_rejection", 424, "provider_credential", 1),
                new Fault("402", then -> then.status(402), "after_rejection", 424, "provider_balance", 1),
                new Fault(
                        "503 until the circuit opens",
                        then -> then.status(503),
                        "after_rejection",
                        503,
                        "upstream_unavailable",
                        3),
                new Fault("503, nothing again", then -> then.status(503), "never", 503, "upstream_unavailable", 1),
                new Fault("429, nothing again", then -> then.status(429), "never", 429, "upstream_rate_limited", 1),
                new Fault("504", then -> then.status(504), "after_rejection", 409, "outcome_unknown", 1),
                new Fault("reset", then -> then.cutAtByte(0, How.RST), "after_rejection", 409, "outcome_unknown", 1),
                new Fault(
                        "html",
                        then -> then.malformed(dev.penstock.simulator.script.Malformed.HTML),
                        "after_rejection",
                        424,
                        "response_unusable",
                        1),
                new Fault(
                        "interrupted",
                        then -> then.answer(answer -> answer.finish("insufficient_system_resource")),
                        "after_rejection",
                        424,
                        "generation_interrupted",
                        1));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void fault_answered(Fault fault) throws Exception {
        FaultScript script = FaultScript.builder().always(fault.then()).build();
        for (String body : new String[] {GatewayBench.BODY, GatewayBench.STREAM}) {
            try (GatewayBench bench = GatewayBench.plan().script(script).start()) {
                HttpResponse<String> response =
                        bench.post(body, "x-penstock-replay", fault.replay(), "x-penstock-delivery", "buffered");

                assertThat(response.statusCode()).isEqualTo(fault.status());
                assertThat(response.body()).contains("\"error\"").contains(fault.code());
                assertThat(response.headers().firstValue("x-should-retry")).hasValue("false");
                assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
                assertThat(bench.sends()).isEqualTo(fault.sends());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"401, provider_credential", "402, provider_balance"})
    @DisplayName("R-CLASS-3 a call on a route that was paused before is told by what; it sends nothing")
    void pausedBefore_namesTheStop(int status, String code) throws Exception {
        FaultScript script =
                FaultScript.builder().always(then -> then.status(status)).build();
        try (GatewayBench bench = GatewayBench.plan().script(script).start()) {
            bench.post(GatewayBench.BODY);
            HttpResponse<String> second = bench.post(GatewayBench.BODY);

            assertThat(second.statusCode()).isEqualTo(424);
            assertThat(second.body()).contains(code).contains("is stopped until");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-ADMIT-4 a full house answers at once, with when to come back")
    void admission_429() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(2)))
                .build();
        try (GatewayBench bench = GatewayBench.plan()
                        .script(slow)
                        .engine(config -> config.withPolicy(
                                PolicySettings.defaults().withPopulation(new PopulationSettings(1, 1 << 20, 10))))
                        .start();
                RawClient first = bench.raw()) {
            first.post(GatewayBench.BODY);
            Eventually.holds(() -> bench.sends() == 1);
            HttpResponse<String> refused = bench.post(GatewayBench.STREAM);

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("admission_rejected");
            assertThat(refused.headers().firstValue("x-should-retry")).hasValue("true");
            assertThat(refused.headers().firstValue("retry-after")).isPresent();
        }
    }

    @Test
    @DisplayName("R-DEADLINE-1 before anything was sent the deadline is 504")
    void deadline_queued_504() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(3)))
                .build();
        try (GatewayBench bench = GatewayBench.plan()
                        .script(slow)
                        .engine(config ->
                                config.withPolicy(PolicySettings.defaults().withMaxActive(1)))
                        .start();
                RawClient first = bench.raw()) {
            first.post(GatewayBench.BODY);
            Eventually.holds(() -> bench.sends() == 1);
            HttpResponse<String> late = bench.post(GatewayBench.BODY, "x-penstock-deadline-ms", "300");

            assertThat(late.statusCode()).isIn(504, 429);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-1 after the request was sent the deadline is an unknown outcome")
    void deadline_dispatched_unknown() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(30)))
                .build();
        try (GatewayBench bench = GatewayBench.plan().script(slow).start()) {
            HttpResponse<String> late = bench.post(GatewayBench.BODY, "x-penstock-deadline-ms", "500");

            assertThat(late.statusCode()).isEqualTo(409);
            assertThat(late.body()).contains("outcome_unknown");
        }
    }
}
