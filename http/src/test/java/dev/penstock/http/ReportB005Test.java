package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B005 R-STREAM-1 comments keep a connection warm and no stalled answer alive")
class ReportB005Test {

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String DELTA = "4\r\nmore\r\n";
    private static final String COMMENT = "3\r\n:\n\n\r\n";

    @RegisterExtension
    private final Transports transports = new Transports();

    private final SynchronousQueue<String> peerWrites = new SynchronousQueue<>();
    private final AtomicInteger bytesRead = new AtomicInteger();

    @Test
    void commentsAfterOutput_endAtTheProgressLimit() throws Exception {
        ExchangeLimits limits = transports.limits().withClocks(StreamClocks.streaming(true));
        try (RawPeer peer = scripted();
                Exchange exchange = transports.open(peer.origin(), limits)) {
            FutureTask<Void> reading = new FutureTask<>(() -> {
                exchange.send(SendGuard.OPEN);
                for (byte[] part = exchange.read(); part != null; part = exchange.read()) {
                    if (part[0] != ':') {
                        exchange.progress();
                    }
                    bytesRead.addAndGet(part.length);
                }
                return null;
            });
            Thread.ofVirtual().start(reading);
            peerWrites.put(HEAD);
            brings(DELTA);
            for (int seconds = 0; seconds < 115; seconds += 5) {
                brings(COMMENT);
                transports.time().advance(Duration.ofSeconds(5));
                assertThat(exchange.ending()).isEmpty();
            }
            brings(COMMENT);
            transports.time().advance(Duration.ofSeconds(5));

            reading.get();
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.PROGRESS_IDLE));
        }
    }

    private void brings(String chunk) throws InterruptedException {
        int before = bytesRead.get();
        peerWrites.put(chunk);
        Eventually.is(() -> bytesRead.get() > before);
    }

    private RawPeer scripted() {
        return RawPeer.playing(visit -> {
            visit.readRequest();
            while (true) {
                visit.write(peerWrites.take());
            }
        });
    }
}
