package dev.penstock.http;

import static dev.penstock.http.Exchanges.post;
import static dev.penstock.http.Exchanges.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.Proof;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-CLASS-1 the evidence behind rows 12, 16, 17 and 19")
@Timeout(120)
class RowEvidenceTest {

    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    @RegisterExtension
    private final Transports transports =
            new Transports(TransportConfig.defaults().withMaxHead(8 << 10));

    @Test
    void row12_eofWithoutAnAnswer_isClosedAndMaybeSent() throws Exception {
        Exchanges.Result result = against(visit -> visit.readRequest());

        assertEnded(result, FailureKind.CLOSED, DeliveryStage.REQUEST_COMPLETE);
    }

    @Test
    void row12_resetWithoutAnAnswer_isResetAndMaybeSent() throws Exception {
        Exchanges.Result result = against(visit -> {
            visit.readRequest();
            visit.reset();
        });

        assertEnded(result, FailureKind.RESET, DeliveryStage.REQUEST_COMPLETE);
    }

    @Test
    void row12_eofInsideTheHead_isClosed() throws Exception {
        Exchanges.Result result = against(visit -> {
            visit.readRequest();
            visit.write("HTTP/1.1 200 OK\r\nContent-Ty");
        });

        assertThat(result.answered()).isEmpty();
        assertEnded(result, FailureKind.CLOSED, DeliveryStage.RESPONSE_STARTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"half\":",
                CHUNKED + "8\r\n{\"half\":\r\n",
                CHUNKED + "ff\r\n{\"half\":",
                CHUNKED + "8\r\n{\"half\":\r\n0\r\n"
            })
    void row17_framingCut_isClosedIncompleteWithThePart(String answer) throws Exception {
        Exchanges.Result result = answeredOnce(answer);

        assertThat(result.body()).isEqualTo("{\"half\":");
        assertThat(result.exchange().framing()).isEqualTo(Framing.INCOMPLETE);
        assertEnded(result, FailureKind.CLOSED, DeliveryStage.RESPONSE_STARTED);
    }

    @Test
    void row17_resetInsideABodyWithoutLength_isNoEnd() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\n\r\npart");
                    visit.readHead();
                    visit.reset();
                });
                Exchange exchange = transports.open(peer.origin(), transports.limits())) {
            exchange.send(SendGuard.OPEN);
            assertThat(exchange.read()).asString().isEqualTo("part");
            RawPeer.Visit visit = peer.visit(0);
            Thread.ofVirtual().start(() -> resetQuietly(visit));

            assertThat(exchange.read()).isNull();
            assertThat(exchange.ending()).contains(new Ending.Failed(FailureKind.RESET));
            assertThat(exchange.framing()).isEqualTo(Framing.INCOMPLETE);
        }
    }

    @Test
    void bodyWithoutLength_isFinishedUntilClose() throws Exception {
        Exchanges.Result result = answeredOnce("HTTP/1.1 200 OK\r\n\r\nwhole");

        assertThat(result.body()).isEqualTo("whole");
        assertThat(result.exchange().ending()).contains(new Ending.Finished());
        assertThat(result.exchange().framing()).isEqualTo(Framing.UNTIL_CLOSE);
        assertThat(result.exchange().evidence().stage()).isEqualTo(DeliveryStage.RESPONSE_STARTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            })
    void notHttp_isSaidSo(String bytes) throws Exception {
        Exchanges.Result result = answeredOnce(bytes);

        assertEnded(result, FailureKind.NOT_HTTP, DeliveryStage.RESPONSE_STARTED);
    }

    @Test
    void row19_headOverTheCap_isTooLarge() throws Exception {
        Exchanges.Result result = answeredOnce("HTTP/1.1 200 OK\r\nX-Large: " + "a".repeat(20_000) + "\r\n\r\n");

        assertThat(result.exchange().ending()).contains(new Ending.Aborted(AbortCause.TOO_LARGE));
    }

    @Test
    void row19_bodyOverTheCap_isTooLarge() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world")) {
            Exchanges.Result result = run(
                    transports.transport(),
                    post(peer.origin(), "{}"),
                    transports.limits().withMaxBody(10));

            assertThat(result.exchange().ending()).contains(new Ending.Aborted(AbortCause.TOO_LARGE));
        }
    }

    @Test
    void interimHeads_areLeftOut() throws Exception {
        Exchanges.Result result =
                answeredOnce("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                        + "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 2\r\nContent-Length: 2\r\n\r\n{}");

        assertThat(result.head().status()).isEqualTo(429);
        assertThat(result.head().first("retry-after")).contains("2");
        assertThat(result.body()).isEqualTo("{}");
    }

    @Test
    void answerBeforeTheUploadsEnd_isRead() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
            visit.readHead();
            visit.write("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
            visit.socket().shutdownOutput();
            visit.awaitLeft();
        })) {
            Exchanges.Result result =
                    run(transports.transport(), post(peer.origin(), "x".repeat(16 << 20)), transports.limits());

            assertThat(result.head().status()).isEqualTo(413);
            assertThat(result.body()).isEqualTo("no");
            assertThat(result.exchange().ending()).contains(new Ending.Finished());
        }
    }

    @Test
    void repeatedField_keepsEveryValue() throws Exception {
        Exchanges.Result result =
                answeredOnce("HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nretry-after: 7\r\nContent-Length: 0\r\n\r\n");

        assertThat(result.head().headers())
                .containsKeys("retry-after", "content-length")
                .hasSize(2);
        assertThat(result.head().all("Retry-After")).containsExactly("1", "7");
    }

    private Exchanges.Result answeredOnce(String bytes) throws Exception {
        return against(visit -> {
            visit.readRequest();
            visit.write(bytes);
        });
    }

    private Exchanges.Result against(RawPeer.Script script) throws Exception {
        try (RawPeer peer = RawPeer.playing(script)) {
            Exchanges.Result result = transports.run(peer.origin());
            assertThat(peer.requests()).isEqualTo(1);
            return result;
        }
    }

    private static void assertEnded(Exchanges.Result result, FailureKind kind, DeliveryStage stage) {
        assertThat(result.exchange().ending()).contains(new Ending.Failed(kind));
        assertThat(result.exchange().evidence().stage()).isEqualTo(stage);
        assertThat(result.exchange().evidence().how()).isEqualTo(Proof.NONE);
    }

    private static void resetQuietly(RawPeer.Visit visit) {
        try {
            visit.reset();
        } catch (IOException already) {
            throw new AssertionError(already);
        }
    }
}
