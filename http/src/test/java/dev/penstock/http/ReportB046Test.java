package dev.penstock.http;

import static dev.penstock.http.Exchanges.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.Proof;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B046 stale pooled connections")
@Timeout(120)
class ReportB046Test {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void closedWhileIdle_isReplacedBeforeAnyByte() throws Exception {
        try (RawPeer peer = firstAnswered(RawPeer.Visit::readRequest)) {
            Exchanges.Result first = transports.run(peer.origin());
            peer.visit(0).socket().shutdownOutput();
            Exchanges.Result second = transports.run(peer.origin());

            assertThat(first.body() + second.body()).isEqualTo("okok");
            assertThat(second.exchange().evidence().connectionReused()).isFalse();
            assertThat(peer.requests()).isEqualTo(2);
        }
    }

    @Test
    void farewellWhileIdle_isNotTakenForAnAnswer() throws Exception {
        try (RawPeer peer = firstAnswered(RawPeer.Visit::readRequest)) {
            transports.run(peer.origin());
            peer.visit(0).write("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
            Exchanges.Result second = transports.run(peer.origin());

            assertThat(second.head().status()).isEqualTo(200);
            assertThat(second.exchange().evidence().connectionReused()).isFalse();
            assertThat(peer.requests()).isEqualTo(2);
        }
    }

    @Test
    void closedBetweenConnectAndSend_isReplacedBeforeAnyByte() throws Exception {
        try (RawPeer peer = firstAnswered(RawPeer.Visit::readRequest)) {
            transports.run(peer.origin());
            try (Exchange second = transports.open(peer.origin(), transports.limits())) {
                assertThat(second.connect()).isTrue();
                peer.visit(0).socket().shutdownOutput();
                Eventually.is(() -> transports.transport().stats().openConnections() == 0);

                assertThat(run(second).body()).isEqualTo("ok");
            }
            assertThat(peer.requests()).isEqualTo(2);
        }
    }

    @Test
    void resetAfterTheWholeRequest_isMaybeSentAndNotRepeated() throws Exception {
        try (RawPeer peer = firstAnswered(visit -> {
            visit.readRequest();
            visit.reset();
        })) {
            transports.run(peer.origin());
            Exchanges.Result second = transports.run(peer.origin());

            assertThat(second.exchange().ending()).contains(new Ending.Failed(FailureKind.RESET));
            assertThat(second.exchange().evidence().connectionReused()).isTrue();
            assertThat(second.exchange().evidence().stage()).isEqualTo(DeliveryStage.REQUEST_COMPLETE);
            assertThat(second.exchange().evidence().how()).isEqualTo(Proof.NONE);
            assertThat(peer.requests()).isEqualTo(2);
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @Test
    void idleTooLong_isClosedByUs() throws Exception {
        try (RawPeer peer = RawPeer.answering(OK)) {
            transports.run(peer.origin());
            transports.time().advance(Duration.ofSeconds(14));
            transports.run(peer.origin());
            transports.time().advance(Duration.ofSeconds(14));
            assertThat(transports.transport().stats().idleConnections()).isEqualTo(1);
            transports.time().advance(Duration.ofSeconds(1));

            peer.visit(0).awaitOver();
            assertThat(peer.requests()).isEqualTo(2);
            assertThat(peer.connections()).isEqualTo(1);
            assertThat(transports.transport().stats().idleConnections()).isZero();
            assertThat(transports.time().pendingTimers()).isZero();
        }
    }

    @Test
    void shortKeepAliveAnnounced_isNotKept() throws Exception {
        try (RawPeer peer =
                RawPeer.answering("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=2\r\nContent-Length: 2\r\n\r\nok")) {
            transports.run(peer.origin());

            peer.visit(0).awaitOver();
        }
    }

    /** Answers the first request of all, then lets the first connection do as scripted and later ones answer. */
    private static RawPeer firstAnswered(FirstConnection then) {
        AtomicInteger visits = new AtomicInteger();
        return RawPeer.playing(visit -> {
            boolean first = visits.getAndIncrement() == 0;
            visit.readRequest();
            visit.write(OK);
            if (first) {
                then.play(visit);
            } else {
                visit.awaitLeft();
            }
        });
    }

    private interface FirstConnection {
        void play(RawPeer.Visit visit) throws IOException;
    }
}
