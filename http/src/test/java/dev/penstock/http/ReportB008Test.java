package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B008 no hidden limit on a stream that makes progress")
@Timeout(120)
class ReportB008Test {

    private static final int DELTAS = 75;

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void progressingStream_outlivesEveryLimitButTheDeadline() throws Exception {
        Semaphore ticks = new Semaphore(0);
        ExchangeLimits limits = transports.limits().withClocks(StreamClocks.streaming(true));
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\nContent-Length: " + DELTAS + "\r\n\r\n");
                    for (int i = 0; i < DELTAS; i++) {
                        ticks.acquire();
                        visit.write("d");
                    }
                });
                Exchange exchange = transports.open(peer.origin(), limits)) {
            AtomicInteger seen = new AtomicInteger();
            var reading = new FutureTask<>(() -> {
                exchange.send(SendGuard.OPEN);
                for (byte[] part = exchange.read(); part != null; part = exchange.read()) {
                    exchange.progress();
                    seen.addAndGet(part.length);
                }
                return seen.get();
            });
            Thread.ofVirtual().start(reading);
            for (int i = 1; i <= DELTAS; i++) {
                int expected = i;
                ticks.release();
                Eventually.is(() -> seen.get() == expected);
                transports.time().advance(Duration.ofSeconds(40));
            }

            assertThat(reading.get()).isEqualTo(DELTAS);
            assertThat(exchange.ending()).contains(new Ending.Finished());
        }
    }
}
