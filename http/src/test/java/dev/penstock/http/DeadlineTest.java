package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Proof;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("R-DEADLINE-6 row 13: our limits end the exchange itself, in every phase")
@Timeout(120)
class DeadlineTest {

    private static final String LARGE = "x".repeat(32 << 20);

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void connectBlackHole_endsAtTheDeadline() throws Exception {
        try (BlackHole hole = new BlackHole();
                Exchange exchange = transports.open(hole.origin(), deadlineFirst())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> transports.transport().stats().openConnections() == 1);
            transports.time().advance(Transports.DEADLINE);

            call.get();
            assertEnded(exchange, AbortCause.DEADLINE, DeliveryStage.CONNECTING, Proof.NO_REQUEST_BYTE);
            assertNothingLeft();
        }
    }

    @Test
    void silentPeer_endsAtTheDeadlineAndIsLeft() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.awaitLeft();
                });
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            endedAtTheDeadline(exchange, DeliveryStage.REQUEST_COMPLETE);

            assertEnded(exchange, AbortCause.DEADLINE, DeliveryStage.REQUEST_COMPLETE, Proof.NONE);
            peer.visit(0).awaitOver();
            assertThat(peer.requests()).isEqualTo(1);
        }
    }

    @Test
    void drippingHead_endsAtTheDeadlineAndIsLeft() throws Exception {
        try (RawPeer peer = dripping("HTTP/1.1 200 OK\r\nX-Slow: ");
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            Exchanges.Result result = endedAtTheDeadline(exchange, DeliveryStage.RESPONSE_STARTED);

            assertThat(result.answered()).isEmpty();
            assertEnded(exchange, AbortCause.DEADLINE, DeliveryStage.RESPONSE_STARTED, Proof.NONE);
            peer.visit(0).awaitOver();
        }
    }

    @Test
    void drippingBody_endsAtTheDeadlineAndKeepsWhatCame() throws Exception {
        try (RawPeer peer = dripping("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().responseBytes() > 3);
            transports.time().advance(Transports.DEADLINE);

            assertThat(call.get().body()).matches("a{3,}");
            assertEnded(exchange, AbortCause.DEADLINE, DeliveryStage.RESPONSE_STARTED, Proof.NONE);
            assertThat(exchange.framing()).isEqualTo(Framing.INCOMPLETE);
            peer.visit(0).awaitOver();
        }
    }

    @Test
    void stalledUpload_endsAtTheDeadlineAndIsLeft() throws Exception {
        try (RawPeer peer = notReading();
                Exchange exchange =
                        transports.transport().open(Exchanges.post(peer.origin(), LARGE), deadlineFirst())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().requestBytes() > 0);
            transports.time().advance(Transports.DEADLINE);

            call.get();
            assertEnded(exchange, AbortCause.DEADLINE, DeliveryStage.REQUEST_STARTED, Proof.NOT_PROCESSABLE);
            assertThat(exchange.evidence().requestBytes()).isLessThan(LARGE.length());
            assertNothingLeft();
            assertThat(peer.requests()).isZero();
        }
    }

    @Test
    void stalledUpload_endsAtTheUploadLimit() throws Exception {
        try (RawPeer peer = notReading();
                Exchange exchange =
                        transports.transport().open(Exchanges.post(peer.origin(), LARGE), transports.limits())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().requestBytes() > 0);
            while (exchange.ending().isEmpty()) {
                transports.time().advance(Duration.ofSeconds(30));
            }

            call.get();
            assertEnded(exchange, AbortCause.UPLOAD_IDLE, DeliveryStage.REQUEST_STARTED, Proof.NOT_PROCESSABLE);
            assertNothingLeft();
        }
    }

    @Test
    void attemptCap_isNamed() throws Exception {
        ExchangeLimits capped =
                transports.limits().withAttemptEnd(transports.time().time().deadlineAfter(Duration.ofMinutes(15)));
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.awaitLeft();
                });
                Exchange exchange = transports.open(peer.origin(), capped)) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().stage() == DeliveryStage.REQUEST_COMPLETE);
            transports.time().advance(Duration.ofMinutes(15));

            call.get();
            assertEnded(exchange, AbortCause.ATTEMPT_CAP, DeliveryStage.REQUEST_COMPLETE, Proof.NONE);
        }
    }

    @Test
    void abortFromAnotherThread_wakesTheReaderAndClosesTheConnection() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
                    visit.awaitLeft();
                });
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().responseBytes() == 3);

            assertThat(exchange.abort(AbortCause.CANCELLED)).isTrue();
            assertThat(call.get().body()).isEqualTo("abc");
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.CANCELLED));
            peer.visit(0).awaitOver();
        }
    }

    private ExchangeLimits deadlineFirst() {
        Duration later = Transports.DEADLINE.multipliedBy(2);
        return transports.limits().withPhases(new ExchangeLimits.Phases(later, later));
    }

    private Exchanges.Result endedAtTheDeadline(Exchange exchange, DeliveryStage from) throws Exception {
        Future<Exchanges.Result> call = Exchanges.start(exchange);
        Eventually.is(() -> exchange.evidence().stage() == from);
        transports.time().advance(Transports.DEADLINE);
        return call.get();
    }

    private void assertNothingLeft() throws InterruptedException {
        Eventually.is(() -> transports.transport().stats().equals(new TransportStats(0, 0, 0)));
        assertThat(transports.time().pendingTimers()).isZero();
    }

    private static void assertEnded(Exchange exchange, AbortCause cause, DeliveryStage stage, Proof proof) {
        assertThat(exchange.ending()).contains(new Ending.Aborted(cause));
        assertThat(exchange.evidence().stage()).isEqualTo(stage);
        assertThat(exchange.evidence().how()).isEqualTo(proof);
    }

    private static RawPeer dripping(String start) {
        return RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write(start);
            while (true) {
                visit.write("a");
                Thread.sleep(10);
            }
        });
    }

    private static RawPeer notReading() {
        return RawPeer.playing(visit -> {
            visit.readHead();
            Thread.sleep(Duration.ofMinutes(5));
        });
    }
}
