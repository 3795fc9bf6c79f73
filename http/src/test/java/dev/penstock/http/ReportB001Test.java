package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B001 R-STREAM-1 blank lines before the answer are a sign of life, and no progress")
@Timeout(120)
class ReportB001Test {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final Duration BETWEEN = Duration.ofSeconds(50);

    @RegisterExtension
    private final Transports transports = new Transports();

    private final SynchronousQueue<String> peerWrites = new SynchronousQueue<>();

    private final AtomicInteger bytesRead = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(strings = {"1\r\n\n\r\n", "2\r\n\r\n\r\n"})
    void padding_keepsTheTransportClockFromFiring(String blank) throws Exception {
        ExchangeLimits limits = transports.limits().withClocks(StreamClocks.wholeAnswer(true));
        try (RawPeer peer = scripted();
                Exchange exchange = transports.open(peer.origin(), limits)) {
            Future<Exchanges.Result> call = Exchanges.start(exchange, bytesRead::addAndGet);
            peerWrites.put(HEAD);
            for (int i = 0; i < 20; i++) {
                pad(blank);
            }
            peerWrites.put("2\r\n{}\r\n" + blank + "0\r\n\r\n");

            assertThat(call.get().body().strip()).isEqualTo("{}");
            assertThat(exchange.ending()).contains(new Ending.Finished());
        }
    }

    @Test
    void silenceInstead_firesTheTransportClock() throws Exception {
        ExchangeLimits limits = transports.limits().withClocks(StreamClocks.wholeAnswer(true));
        try (RawPeer peer = scripted();
                Exchange exchange = transports.open(peer.origin(), limits)) {
            Future<Exchanges.Result> call = Exchanges.start(exchange, bytesRead::addAndGet);
            peerWrites.put(HEAD);
            pad("1\r\n\n\r\n");
            transports.time().advance(Duration.ofSeconds(10));

            call.get();
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.TRANSPORT_IDLE));
        }
    }

    @Test
    void paddingWithoutEnd_isNotTakenForProgress() throws Exception {
        ExchangeLimits limits = transports.limits().withClocks(StreamClocks.streaming(true));
        try (RawPeer peer = scripted();
                Exchange exchange = transports.open(peer.origin(), limits)) {
            Future<Exchanges.Result> call = Exchanges.start(exchange, bytesRead::addAndGet);
            peerWrites.put(HEAD);
            for (int i = 0; i < 12; i++) {
                pad("1\r\n\n\r\n");
                assertThat(exchange.ending()).isEmpty();
            }
            pad("1\r\n\n\r\n");

            call.get();
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.BEFORE_FIRST_PROGRESS));
        }
    }

    /**
     * One piece of padding, and then silence that is just short of the transport clock. It is awaited until it is read:
     * while bytes lie unread, the silence is the reader's and no clock fires.
     */
    private void pad(String blank) throws InterruptedException {
        int before = bytesRead.get();
        peerWrites.put(blank);
        Eventually.is(() -> bytesRead.get() > before);
        transports.time().advance(BETWEEN);
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
