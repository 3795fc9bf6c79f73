package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B021 the protocol's end ends the exchange, whatever the connection does")
@Timeout(120)
class ReportB021Test {

    private static final String DONE = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ne\r\ndata: [DONE]\n\n\r\n";

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void socketLeftOpen_isFinishedAtOnceAndLeftAfterTheDrain() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write(DONE);
            visit.awaitLeft();
        })) {
            Exchange exchange = completed(peer);

            assertThat(exchange.ending()).contains(new Ending.Finished());
            assertThat(exchange.evidence().stage()).isEqualTo(DeliveryStage.RESPONSE_STARTED);
            assertThat(transports.transport().stats().exchanges()).isZero();
            while (transports.transport().stats().openConnections() > 0) {
                transports.time().advance(Duration.ofMillis(250));
            }
            peer.visit(0).awaitOver();
        }
    }

    @Test
    void lastChunkSoonAfter_letsTheConnectionBeUsedAgain() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write(DONE);
            visit.write("0\r\n\r\n");
            visit.readRequest();
            visit.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        })) {
            completed(peer);
            Eventually.is(() -> transports.transport().stats().idleConnections() == 1);
            Exchanges.Result next = transports.run(peer.origin());

            assertThat(next.body()).isEqualTo("ok");
            assertThat(next.exchange().evidence().connectionReused()).isTrue();
        }
    }

    @Test
    void muchAfterDone_costsTheConnection() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write(DONE);
            while (true) {
                visit.write("1000\r\n" + "x".repeat(0x1000) + "\r\n");
            }
        })) {
            completed(peer);

            peer.visit(0).awaitOver();
            Eventually.is(() -> transports.transport().stats().openConnections() == 0);
        }
    }

    @Test
    void wholeBodyRead_letsTheNextExchangeReuseWithoutWaiting() throws Exception {
        try (RawPeer peer = RawPeer.answering(DONE + "0\r\n\r\n")) {
            for (int i = 0; i < 50; i++) {
                Exchanges.Result result = transports.run(peer.origin());
                assertThat(result.exchange().evidence().connectionReused()).isEqualTo(i > 0);
            }
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    private Exchange completed(RawPeer peer) throws InterruptedException {
        Exchange exchange = transports.open(peer.origin(), transports.limits());
        exchange.send(SendGuard.OPEN);
        assertThat(exchange.read()).isNotNull();
        exchange.complete();
        exchange.close();
        return exchange;
    }
}
