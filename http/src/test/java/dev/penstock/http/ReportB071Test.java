package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B071 a stream that nobody reads")
@Timeout(120)
class ReportB071Test {

    private static final int CHUNK = 8 << 10;
    private static final int CHUNKS = 2_000;

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void droppedUnread_isEndedByItsDeadline() throws Exception {
        try (RawPeer peer = endless()) {
            Exchange dropped = transports.open(peer.origin(), transports.limits());
            dropped.send(SendGuard.OPEN);
            transports.time().advance(Transports.DEADLINE);

            peer.visit(0).awaitOver();
            assertThat(dropped.ending()).contains(new Ending.Aborted(AbortCause.DEADLINE));
            Eventually.is(() -> transports.transport().stats().equals(new TransportStats(0, 0, 0)));
            assertThat(transports.time().pendingTimers()).isZero();
        }
    }

    @Test
    void parkedReader_isNotTakenForASilentPeer() throws Exception {
        ExchangeLimits limits = transports.limits().withClocks(StreamClocks.streaming(true));
        try (RawPeer peer = endless();
                Exchange parked = transports.open(peer.origin(), limits)) {
            parked.send(SendGuard.OPEN);
            parked.read();
            Eventually.is(() -> parked.evidence().responseBytes() > 2 * CHUNK);
            for (int minute = 1; minute < Transports.DEADLINE.toMinutes(); minute++) {
                transports.time().advance(Duration.ofMinutes(1));
                assertThat(parked.ending()).isEmpty();
            }
            transports.time().advance(Duration.ofMinutes(1));

            assertThat(parked.ending()).contains(new Ending.Aborted(AbortCause.DEADLINE));
            peer.visit(0).awaitOver();
        }
    }

    @Test
    void slowReader_getsEverythingThroughABoundedBuffer() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\nContent-Length: " + (long) CHUNK * CHUNKS + "\r\n\r\n");
                    for (int i = 0; i < CHUNKS; i++) {
                        visit.write(new byte[CHUNK]);
                    }
                });
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            exchange.send(SendGuard.OPEN);
            long read = 0;
            long mostAhead = 0;
            for (byte[] part = exchange.read(); part != null; part = exchange.read()) {
                read += part.length;
                mostAhead = Math.max(mostAhead, exchange.evidence().responseBytes() - read);
            }

            assertThat(read).isEqualTo((long) CHUNK * CHUNKS);
            assertThat(mostAhead).isLessThanOrEqualTo(128 << 10);
            assertThat(exchange.ending()).contains(new Ending.Finished());
        }
    }

    private static RawPeer endless() {
        return RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write("HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                visit.write(new byte[CHUNK]);
            }
        });
    }
}
