package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Moments;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Octets;
import dev.penstock.simulator.script.PaceBuilder;
import dev.penstock.simulator.script.Span;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lower bounds only: a wait that the script asks for is never shorter, whatever the machine is busy with. */
class PaceTest {

    private static final Span WAIT = Span.of(Duration.ofMillis(60));

    @Test
    void beforeHead_delaysTheFirstByte() throws Exception {
        Moments moments = paced(pace -> pace.beforeHead(WAIT));

        assertThat(micros(moments.answeredAt()) - micros(moments.receivedAt())).isGreaterThanOrEqualTo(60_000);
    }

    @Test
    void beforeBody_sendsTheHeadFirst() throws Exception {
        assertThat(afterFirstByte(pace -> pace.beforeBody(WAIT))).isGreaterThanOrEqualTo(60_000);
    }

    @Test
    void betweenChunks_spacesTheDeltas() throws Exception {
        assertThat(afterFirstByte(pace -> pace.betweenChunks(Span.of(Duration.ofMillis(5)))))
                .isGreaterThanOrEqualTo(5_000 * 8);
    }

    @Test
    void beforeEnd_holdsTheEndBack() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.pace(pace -> pace.beforeEnd(Span.of(Duration.ofDays(1)))))
                .build();
        try (Simulator simulator = Simulator.start(script);
                RawClient plain = new RawClient(simulator);
                RawClient stream = new RawClient(simulator)) {
            plain.send(RawClient.chat(Wire.FLASH, false, "hello")).readUntil("fp_simulator\"");
            stream.send(RawClient.chat(Wire.FLASH, true, "hello")).readUntil("finish_reason\":\"stop\"");

            assertThat(plain.text()).endsWith("fp_simulator\"");
            assertThat(stream.text()).doesNotContain("[DONE]");
            assertThat(simulator.log()).isEmpty();
        }
    }

    @Test
    void drip_letsFewBytesOutAtATime() throws Exception {
        Wire wire =
                Wire.plain(then -> then.status(503).close().pace(pace -> pace.drip(20, Span.of(Duration.ofMillis(3)))));
        Moments moments = wire.entry().moments();

        long pieces = wire.text().length() / 20;
        assertThat(micros(moments.finishedAt()) - micros(moments.answeredAt())).isGreaterThanOrEqualTo(pieces * 3_000);
    }

    @Test
    void queueOfAPlainRequest_sendsBlankLinesBeforeTheJson() throws Exception {
        Wire wire = Wire.plain(then -> then.close()
                .pace(pace -> pace.queue(Span.of(Duration.ofMillis(50))).keepAlive(Span.of(Duration.ofMillis(10)))));

        assertThat(wire.unchunked()).startsWith("\n\n\n\n{\"id\"");
        assertThat(wire.entry().outcome()).isEqualTo(Outcome.COMPLETE);
    }

    @Test
    void queueOfAStream_sendsComments() throws Exception {
        Wire wire = Wire.stream(then -> then.close()
                .pace(pace -> pace.queue(Span.of(Duration.ofMillis(50))).keepAlive(Span.of(Duration.ofMillis(10)))));

        assertThat(wire.unchunked()).startsWith(": keep-alive\n\n".repeat(4) + "data: {");
    }

    @Test
    void inferenceThatDoesNotStartInTime_closesTheConnectionWithoutAnAnswer() throws Exception {
        SimulatorOptions options = SimulatorOptions.builder()
                .look(ProviderLook.deepseek().withInferenceWait(Duration.ofMillis(50)))
                .script(FaultScript.builder()
                        .always(then ->
                                then.pace(pace -> pace.queue(Span.FOREVER).keepAlive(Span.of(Duration.ofMillis(20)))))
                        .build())
                .build();
        try (Simulator simulator = Simulator.start(options)) {
            Wire wire = Wire.of(simulator, RawClient.chat(Wire.FLASH, true, "hello"));

            assertThat(wire.body()).endsWith(": keep-alive\n\n\r\n").doesNotContain("data:");
            assertThat(wire.end()).isEqualTo(RawClient.End.FIN);
            assertThat(wire.entry().outcome()).isEqualTo(Outcome.WAIT_EXPIRED);
            assertThat(wire.entry().usage()).isNull();
        }
    }

    @Test
    void keepAliveOnly_goesOnUntilTheClientLeaves() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.keepAliveOnly(Duration.ofMillis(5)))
                .build();
        try (Simulator simulator = Simulator.start(script)) {
            try (RawClient plain = new RawClient(simulator);
                    RawClient stream = new RawClient(simulator)) {
                plain.send(RawClient.chat(Wire.FLASH, false, "hello")).readUntil("1\r\n\n\r\n".repeat(20));
                stream.send(RawClient.chat(Wire.FLASH, true, "hello"))
                        .readUntil("e\r\n: keep-alive\n\n\r\n".repeat(20));
            }
            assertThat(simulator.awaitFinished(2, Wire.PATIENCE)).isTrue();
            assertThat(simulator.log()).extracting(LogEntry::outcome).containsOnly(Outcome.CLIENT_LEFT);
        }
    }

    @Test
    @Tag("R-PROOF-3")
    void keptConnection_isClosedWithoutNoticeOrWithAFarewell() throws Exception {
        Ending farewell = new Ending.KeepOpen(new Ending.IdleClose(
                Span.of(Duration.ofMillis(15)), Octets.of("HTTP/1.1 408 Request Timeout\r\n\r\n")));
        Wire silent = Wire.plain(then -> then.closeIdle(Duration.ofMillis(15)));
        Wire polite = Wire.plain(then -> then.ending(farewell));

        assertThat(silent.end()).isEqualTo(RawClient.End.FIN);
        assertThat(silent.head()).doesNotContain("close");
        assertThat(polite.text()).endsWith("}HTTP/1.1 408 Request Timeout\r\n\r\n");
    }

    private static long afterFirstByte(UnaryOperator<PaceBuilder> change) throws Exception {
        Moments moments = paced(change);
        return micros(moments.finishedAt()) - micros(moments.answeredAt());
    }

    private static Moments paced(UnaryOperator<PaceBuilder> change) throws Exception {
        return Wire.stream(then -> then.pace(change).close()).entry().moments();
    }

    private static long micros(@Nullable Long moment) {
        return Objects.requireNonNull(moment);
    }
}
