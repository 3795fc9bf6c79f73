package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B010 the deadline goes on after the headers")
@Timeout(120)
class ReportB010Test {

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void headersThenSilence_freesTheReaderAtTheDeadline() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
                    visit.awaitLeft();
                });
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().timings().responseStarted() >= 0);
            transports.time().advance(Transports.DEADLINE);

            assertThat(call.get().head().status()).isEqualTo(200);
            assertThat(call.get().body()).isEmpty();
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.DEADLINE));
            assertThat(exchange.evidence().stage()).isEqualTo(DeliveryStage.RESPONSE_STARTED);
            peer.visit(0).awaitOver();
            Eventually.is(() -> transports.transport().stats().equals(new TransportStats(0, 0, 0)));
            assertThat(transports.time().pendingTimers()).isZero();
        }
    }
}
