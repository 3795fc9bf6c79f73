package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B007 a stream that stalls with its socket open")
@Timeout(120)
class ReportB007Test {

    private static final String DELTA = "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\n";
    private static final String DELTAS = DELTA.repeat(40);

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void silenceAfterOutput_firesTheTransportClockAndKeepsThePart() throws Exception {
        assertThat(stalled(StreamClocks.streaming(false), Duration.ofSeconds(60)))
                .isEqualTo(AbortCause.TRANSPORT_IDLE);
    }

    @Test
    void silenceAfterOutput_firesTheProgressClockWhereTheOtherIsOff() throws Exception {
        Duration progress = Duration.ofMinutes(2);
        assertThat(stalled(new StreamClocks(StreamClocks.OFF, false, Duration.ofSeconds(630), progress), progress))
                .isEqualTo(AbortCause.PROGRESS_IDLE);
    }

    private AbortCause stalled(StreamClocks clocks, Duration silence) throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + DELTAS);
                    visit.awaitLeft();
                });
                Exchange exchange =
                        transports.open(peer.origin(), transports.limits().withClocks(clocks))) {
            AtomicInteger seen = new AtomicInteger();
            var reading = new FutureTask<>(() -> {
                StringBuilder partial = new StringBuilder();
                exchange.send(SendGuard.OPEN);
                for (byte[] part = exchange.read(); part != null; part = exchange.read()) {
                    exchange.progress();
                    partial.append(new String(part, StandardCharsets.UTF_8));
                    seen.addAndGet(part.length);
                }
                return partial.toString();
            });
            Thread.ofVirtual().start(reading);
            Eventually.is(() -> seen.get() == DELTAS.length());
            transports.time().advance(silence);

            assertThat(reading.get()).isEqualTo(DELTAS);
            assertThat(exchange.framing()).isEqualTo(Framing.INCOMPLETE);
            peer.visit(0).awaitOver();
            assertThat(peer.requests()).isEqualTo(1);
            return ((Ending.Aborted) exchange.ending().orElseThrow()).cause();
        }
    }
}
