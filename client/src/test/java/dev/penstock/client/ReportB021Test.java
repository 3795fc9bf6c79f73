package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B021 [DONE] ignored; waits for EOF")
class ReportB021Test {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    private static final String ANSWER =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n";

    @ParameterizedTest
    @ValueSource(strings = {"data: [DONE]\n\n", "data:[DONE]\n\n", "data: [DONE] \n\n", "data: [DONE]\n\ndata: {}\n\n"})
    @DisplayName(
            "R-STREAM-2 the answer is complete at [DONE] though the socket stays open, and nothing after it is given")
    void socketLeftOpen_completesAtDone(String done) throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.raw((HEAD + ANSWER + done).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .keepOpen())
                .build();
        Collected reader = new Collected();
        try (Bench bench = new Bench(
                script, config -> config.withPolicy(PolicySettings.defaults().withMaxActive(1)))) {
            ChatCall call = ChatCall.of(Streams.BODY)
                    .withSettings(CallSettings.attached().withDeadline(Duration.ofSeconds(30)))
                    .withDelivery(Delivery.live(reader));

            assertThat(bench.penstock().call(call)).isInstanceOf(Result.Answered.class);
            assertThat(reader.events()).hasSize(2);
            assertThat(reader.events().getLast()).contains("[DONE]");
            assertThat(bench.penstock().call(Bench.call().withSettings(call.settings())))
                    .as("the permit is free")
                    .isNotInstanceOf(Result.NotAdmitted.class);
        }
    }
}
