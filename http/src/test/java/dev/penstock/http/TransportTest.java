package dev.penstock.http;

import static dev.penstock.http.Exchanges.ample;
import static dev.penstock.http.Exchanges.post;
import static dev.penstock.http.Exchanges.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.netty.NettyTransport;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.time.Time;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransportTest {

    private final Transport transport = new NettyTransport(TransportConfig.defaults(), Time.system());

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void wholeAnswer_isReadWithItsEvidence() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nX-Request-Id: r1\r\nContent-Length: 2\r\n\r\nok")) {
            Exchanges.Result result = run(transport, post(peer.origin(), "{}"), ample());

            assertThat(result.body()).isEqualTo("ok");
            assertThat(result.head().status()).isEqualTo(200);
            assertThat(result.head().first("x-request-id")).contains("r1");
            assertThat(result.exchange().ending()).contains(new Ending.Finished());
            assertThat(result.exchange().framing()).isEqualTo(Framing.COMPLETE);
            var evidence = result.exchange().evidence();
            assertThat(evidence.stage()).isEqualTo(DeliveryStage.RESPONSE_COMPLETE);
            assertThat(evidence.how()).isEqualTo(Proof.NONE);
            assertThat(evidence.requestBytes()).isEqualTo(2);
            assertThat(evidence.responseBytes()).isEqualTo(2);
            assertThat(evidence.connectionReused()).isFalse();
            assertThat(peer.requests()).isEqualTo(1);
        }
    }

    @Test
    void secondExchange_reusesTheConnection() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) {
            run(transport, post(peer.origin(), "{}"), ample());
            Exchanges.Result second = run(transport, post(peer.origin(), "{}"), ample());

            assertThat(second.exchange().evidence().connectionReused()).isTrue();
            assertThat(peer.connections()).isEqualTo(1);
            assertThat(peer.requests()).isEqualTo(2);
        }
    }
}
