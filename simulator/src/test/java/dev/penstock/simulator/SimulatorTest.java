package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    /** How a client can go. */
    enum Leaving {
        CLOSE,
        HALF_CLOSE,
        RESET
    }

    @ParameterizedTest
    @EnumSource(Leaving.class)
    @Tag("R-PROOF-3")
    void clientThatLeaves_isSeenWhileNothingIsWritten(Leaving leaving) throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.delay(Duration.ofDays(1)))
                .build();
        SimulatorOptions options = SimulatorOptions.builder()
                .script(script)
                .look(ProviderLook.deepseek().withWorksOn(false))
                .build();
        try (Simulator simulator = Simulator.start(options);
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat("deepseek-v4-flash", false, "hello"));
            while (simulator.requests().stream().noneMatch(LogEntry::isReceived)) {
                Thread.onSpinWait();
            }
            leave(client, leaving);

            assertThat(simulator.awaitFinished(1, PATIENCE)).isTrue();
            assertThat(simulator.log().getFirst().outcome()).isEqualTo(Outcome.CLIENT_LEFT);
        }
    }

    private static void leave(RawClient client, Leaving leaving) throws IOException {
        switch (leaving) {
            case CLOSE -> client.close();
            case HALF_CLOSE -> client.finishSending();
            case RESET -> client.reset();
        }
    }

    @Test
    void clientThatDoesNotRead_isSeenWhenItLeaves() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.tokens(2_000_000).deltas(200)))
                .build();
        try (Simulator simulator = Simulator.start(script)) {
            try (RawClient client = new RawClient(simulator)) {
                client.send(RawClient.chat("deepseek-v4-flash", true, "hello")).readUntil("HTTP/1.1 200");
            }
            assertThat(simulator.awaitFinished(1, PATIENCE)).isTrue();
            assertThat(simulator.log().getFirst().outcome()).isEqualTo(Outcome.CLIENT_LEFT);
        }
    }

    @Test
    void requestsThatFinishMeanwhile_areNeitherMissedNorCountedTwice() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            Thread asking = Thread.ofVirtual().start(() -> ask(simulator, 200));
            long seen = 0;
            while (asking.isAlive()) {
                List<Long> ids = simulator.requests().stream().map(LogEntry::id).toList();
                assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo((int) seen);
                seen = ids.size();
            }
            assertThat(simulator.requests()).hasSize(200);
        }
    }

    private static void ask(Simulator simulator, int times) {
        try (RawClient client = new RawClient(simulator)) {
            for (int i = 0; i < times; i++) {
                client.send(RawClient.chat("deepseek-v4-flash", false, "hello")).readAnswer();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
