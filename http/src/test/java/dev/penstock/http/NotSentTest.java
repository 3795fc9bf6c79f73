package dev.penstock.http;

import static dev.penstock.http.Exchanges.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.Proof;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("R-CLASS-4 rows 2 and 3: proven before anything was sent")
@Timeout(120)
class NotSentTest {

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void unknownName_isDns() throws Exception {
        Exchanges.Result result = transports.run(Origin.of(URI.create("http://no-such-host.invalid")));

        assertNotSent(result.exchange(), DeliveryStage.CONNECTING, new Ending.Failed(FailureKind.DNS));
    }

    @Test
    void refusedConnection_isConnect() throws Exception {
        Origin nobody;
        try (ServerSocket once = new ServerSocket(0)) {
            nobody = new Origin("http", "127.0.0.1", once.getLocalPort());
        }
        Exchanges.Result result = transports.run(nobody);

        assertNotSent(result.exchange(), DeliveryStage.CONNECTING, new Ending.Failed(FailureKind.CONNECT));
    }

    @Test
    void blackHole_isConnectAtTheConnectLimit() throws Exception {
        try (BlackHole hole = new BlackHole();
                Exchange exchange = transports.open(hole.origin(), transports.limits())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> transports.transport().stats().openConnections() == 1);
            transports.time().advance(Duration.ofSeconds(10));

            call.get();
            assertNotSent(exchange, DeliveryStage.CONNECTING, new Ending.Failed(FailureKind.CONNECT));
        }
    }

    @Test
    void peerThatIsNotTls_isTls() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> visit.write("SSH-2.0-none\r\n"))) {
            Origin secure = new Origin("https", "127.0.0.1", peer.port());
            Exchanges.Result result = transports.run(secure);

            assertNotSent(result.exchange(), DeliveryStage.CONNECTING, new Ending.Failed(FailureKind.TLS));
            assertThat(peer.requests()).isZero();
        }
    }

    @Test
    void tlsThatNeverAnswers_isTlsAtTheConnectLimit() throws Exception {
        CountDownLatch greeted = new CountDownLatch(1);
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.socket().getInputStream().read();
                    greeted.countDown();
                    visit.awaitLeft();
                });
                Exchange exchange =
                        transports.open(new Origin("https", "127.0.0.1", peer.port()), transports.limits())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            greeted.await();
            transports.time().advance(Duration.ofSeconds(10));

            call.get();
            assertNotSent(exchange, DeliveryStage.CONNECTING, new Ending.Failed(FailureKind.TLS));
            peer.visit(0).awaitOver();
        }
    }

    @Test
    @DisplayName("design 8: later than dispatch_by, nothing is sent")
    void guardRefuses_nothingIsSentAndTheConnectionIsKept() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) {
            try (Exchange exchange = transports.open(peer.origin(), transports.limits())) {
                Optional<ResponseHead> head = exchange.send(() -> Optional.of(AbortCause.DEADLINE));

                assertThat(head).isEmpty();
                assertThat(exchange.read()).isNull();
                assertNotSent(exchange, DeliveryStage.CONNECTED, new Ending.Aborted(AbortCause.DEADLINE));
            }
            assertThat(peer.requests()).isZero();

            Exchanges.Result next = transports.run(peer.origin());
            assertThat(next.body()).isEqualTo("ok");
            assertThat(next.exchange().evidence().connectionReused()).isTrue();
            assertThat(peer.requests()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-CLASS-7 what the guard throws propagates, nothing is sent")
    void guardThrows_nothingIsSent() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> exchange.send(() -> {
                        throw new IllegalStateException("broken guard");
                    }))
                    .withMessage("broken guard");
            assertNotSent(exchange, DeliveryStage.CONNECTED, new Ending.Threw());
            assertThat(peer.requests()).isZero();
        }
    }

    @Test
    void abortBeforeAnything_isNotStarted() throws Exception {
        try (RawPeer peer = RawPeer.answering("");
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            assertThat(exchange.abort(AbortCause.CANCELLED)).isTrue();
            assertThat(exchange.abort(AbortCause.DEADLINE)).isFalse();

            assertThat(exchange.send(SendGuard.OPEN)).isEmpty();
            assertNotSent(exchange, DeliveryStage.NOT_STARTED, new Ending.Aborted(AbortCause.CANCELLED));
            assertThat(peer.connections()).isZero();
        }
    }

    @Test
    void abortBetweenConnectAndSend_sendsNothing() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            assertThat(exchange.connect()).isTrue();
            exchange.abort(AbortCause.CANCELLED);

            assertThat(exchange.send(SendGuard.OPEN)).isEmpty();
            assertNotSent(exchange, DeliveryStage.CONNECTED, new Ending.Aborted(AbortCause.CANCELLED));
            peer.visit(0).awaitOver();
            assertThat(peer.requests()).isZero();
        }
    }

    @Test
    void peerThatHangsUpAfterTheConnect_isClosedWithNothingSent() throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        try (RawPeer peer = RawPeer.playing(visit -> connected.await());
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            assertThat(exchange.connect()).isTrue();
            connected.countDown();
            peer.visit(0).awaitOver();
            Eventually.is(() -> transports.transport().stats().openConnections() == 0);

            assertThat(exchange.send(SendGuard.OPEN)).isEmpty();
            assertNotSent(exchange, DeliveryStage.CONNECTED, new Ending.Failed(FailureKind.CLOSED));
        }
    }

    @Test
    void closedTransport_sendsNothing() throws Exception {
        try (RawPeer peer = RawPeer.answering("");
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            transports.transport().close();

            assertThat(exchange.send(SendGuard.OPEN)).isEmpty();
            assertThat(exchange.evidence().how()).isEqualTo(Proof.NO_REQUEST_BYTE);
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.CANCELLED));
            assertThatIllegalStateException().isThrownBy(() -> transports.open(peer.origin(), transports.limits()));
        }
    }

    @Test
    void secondSend_isRefused() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            run(exchange);

            assertThatIllegalStateException().isThrownBy(() -> exchange.send(SendGuard.OPEN));
            assertThat(peer.requests()).isEqualTo(1);
        }
    }

    private static void assertNotSent(Exchange exchange, DeliveryStage stage, Ending ending) {
        assertThat(exchange.ending()).contains(ending);
        assertThat(exchange.evidence().stage()).isEqualTo(stage);
        assertThat(exchange.evidence().how()).isEqualTo(Proof.NO_REQUEST_BYTE);
        assertThat(exchange.evidence().requestBytes()).isZero();
    }
}
