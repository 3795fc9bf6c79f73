package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SimulatorTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void plainRequest_isAnsweredWithOneJsonObjectAndLogged() throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat("deepseek-v4-flash", false, "hello"));
            String answer = client.readAnswer();

            assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("\"finish_reason\":\"stop\"");
            LogEntry entry = simulator.log().getFirst();
            assertThat(entry.outcome()).isEqualTo(Outcome.COMPLETE);
            assertThat(entry.status()).isEqualTo(200);
        }
    }

    @Test
    void streamRequest_isAnsweredWithEventsUpToDone() throws Exception {
        try (Simulator simulator = Simulator.start();
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat("deepseek-v4-flash", true, "hello"));
            client.readUntil("0\r\n\r\n");

            assertThat(client.text()).contains("text/event-stream", "data: [DONE]\n\n", "prompt_cache_hit_tokens");
        }
    }

    @Test
    void cutWithReset_sendsExactlyTheBytesBeforeIt() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.cutAtByte(100, How.RST))
                .build();
        try (Simulator simulator = Simulator.start(script);
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat("deepseek-v4-flash", true, "hello"));

            assertThat(client.readToEnd()).isEqualTo(RawClient.End.RST);
            assertThat(client.bytes()).hasSize(100);
            assertThat(simulator.awaitFinished(1, PATIENCE)).isTrue();
            assertThat(simulator.log().getFirst().outcome()).isEqualTo(Outcome.RESET);
        }
    }

    @Test
    void clientThatLeaves_isSeenWhileNothingIsWritten() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.delay(Duration.ofDays(1)))
                .build();
        SimulatorOptions options = SimulatorOptions.builder()
                .script(script)
                .look(dev.penstock.simulator.look.ProviderLook.deepseek().withWorksOn(false))
                .build();
        try (Simulator simulator = Simulator.start(options)) {
            leave(simulator);

            assertThat(simulator.awaitFinished(1, PATIENCE)).isTrue();
            assertThat(simulator.log().getFirst().outcome()).isEqualTo(Outcome.CLIENT_LEFT);
        }
    }

    private static void leave(Simulator simulator) throws IOException, InterruptedException {
        try (RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat("deepseek-v4-flash", false, "hello"));
            while (simulator.inProgress().stream().noneMatch(LogEntry::isReceived)) {
                Thread.onSpinWait();
            }
        }
    }
}
