package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B044 coded bodies over the wire")
@Timeout(120)
class ReportB044Test {

    private static final String JSON = "{\"error\":{\"message\":\"slow down\"}}";

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void gzipAnswerAndGzipError_areDecoded() throws Exception {
        for (String status : new String[] {"200 OK", "429 Too Many Requests"}) {
            Exchanges.Result result = answered(status, "gzip", gzip(JSON));

            assertThat(result.body()).isEqualTo(JSON);
            assertThat(result.exchange().framing()).isEqualTo(Framing.COMPLETE);
            assertThat(result.exchange().evidence().responseBytes()).isEqualTo(gzip(JSON).length);
            assertThat(result.head().coding()).isEqualTo(ContentCoding.GZIP);
            assertThat(result.head().headers()).doesNotContainKeys("content-encoding", "content-length");
        }
    }

    @Test
    void gzipStream_deliversEachEventAsItComes() throws Exception {
        CountDownLatch firstSeen = new CountDownLatch(1);
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
                    try (var coded = new GZIPOutputStream(visit.socket().getOutputStream(), 512, true)) {
                        coded.write("data: 1\n\n".getBytes(StandardCharsets.UTF_8));
                        coded.flush();
                        firstSeen.await();
                        coded.write("data: 2\n\n".getBytes(StandardCharsets.UTF_8));
                    }
                });
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            exchange.send(SendGuard.OPEN);

            assertThat(exchange.read()).asString().isEqualTo("data: 1\n\n");
            firstSeen.countDown();
            assertThat(Exchanges.readAll(exchange)).isEqualTo("data: 2\n\n");
            assertThat(exchange.ending()).contains(new Ending.Finished());
        }
    }

    @Test
    void unknownCoding_isSaidSoAndPassedOn() throws Exception {
        Exchanges.Result result = answered("200 OK", "br", "opaque".getBytes(StandardCharsets.UTF_8));

        assertThat(result.head().coding()).isEqualTo(ContentCoding.UNSUPPORTED);
        assertThat(result.head().first("content-encoding")).contains("br");
        assertThat(result.body()).isEqualTo("opaque");
    }

    @Test
    void cutMember_isIncompleteUnderCompleteFraming() throws Exception {
        byte[] whole = gzip(JSON);
        Exchanges.Result result = answered("200 OK", "gzip", Arrays.copyOf(whole, whole.length - 9));

        assertThat(result.exchange().framing()).isEqualTo(Framing.INCOMPLETE);
    }

    @Test
    void notTheCoding_isUndecodable() throws Exception {
        Exchanges.Result result = answered("200 OK", "gzip", JSON.getBytes(StandardCharsets.UTF_8));

        assertThat(result.exchange().framing()).isEqualTo(Framing.UNDECODABLE);
        assertThat(result.body()).isEmpty();
    }

    @Test
    void bomb_stopsAtTheCapOnDecodedBytes() throws Exception {
        byte[] bomb = gzip("\0".repeat(100 << 20));
        try (RawPeer peer = codedPeer("200 OK", "gzip", bomb);
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            exchange.send(SendGuard.OPEN);
            long total = 0;
            for (byte[] part = exchange.read(); part != null; part = exchange.read()) {
                total += part.length;
            }

            assertThat(bomb.length).isLessThan(1 << 20);
            assertThat(total).isBetween(1L, ExchangeLimits.DEFAULT_MAX_BODY);
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.TOO_LARGE));
        }
    }

    private Exchanges.Result answered(String status, String coding, byte[] body) throws Exception {
        try (RawPeer peer = codedPeer(status, coding, body)) {
            return transports.run(peer.origin());
        }
    }

    private static RawPeer codedPeer(String status, String coding, byte[] body) {
        return RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write("HTTP/1.1 " + status + "\r\nContent-Encoding: " + coding + "\r\nContent-Length: " + body.length
                    + "\r\n\r\n");
            visit.write(body);
            visit.awaitLeft();
        });
    }

    private static byte[] gzip(String text) throws IOException {
        var sink = new ByteArrayOutputStream();
        try (var coder = new GZIPOutputStream(sink)) {
            coder.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return sink.toByteArray();
    }
}
