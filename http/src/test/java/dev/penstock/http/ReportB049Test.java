package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.FailureKind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B049 R-REPLAY-2 nothing is retried underneath")
@Timeout(120)
class ReportB049Test {

    private static final int TIMES = 5;

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void closedWithoutAnAnswer_isOneRequestEach() throws Exception {
        try (RawPeer peer = RawPeer.playing(RawPeer.Visit::readRequest)) {
            for (int i = 0; i < TIMES; i++) {
                Exchanges.Result result = transports.run(peer.origin());
                assertThat(result.exchange().ending()).contains(new Ending.Failed(FailureKind.CLOSED));
            }
            transports.transport().close();

            assertThat(peer.requests()).isEqualTo(TIMES);
            assertThat(peer.connections()).isEqualTo(TIMES);
        }
    }

    @Test
    void closedOnAReusedConnection_isOneRequest() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            visit.readRequest();
        })) {
            transports.run(peer.origin());
            Exchanges.Result second = transports.run(peer.origin());
            transports.transport().close();

            assertThat(second.exchange().evidence().connectionReused()).isTrue();
            assertThat(second.exchange().ending()).contains(new Ending.Failed(FailureKind.CLOSED));
            assertThat(peer.requests()).isEqualTo(2);
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"408 Request Timeout", "503 Busy", "401 Unauthorized", "425 Too Early", "421 Misdirected"})
    void statusThatInvitesARetry_isOneRequest(String status) throws Exception {
        try (RawPeer peer = RawPeer.answering(
                "HTTP/1.1 " + status
                        + "\r\nRetry-After: 0\r\nWWW-Authenticate: Basic realm=x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")) {
            Exchanges.Result result = transports.run(peer.origin());
            transports.transport().close();

            assertThat(status).startsWith(Integer.toString(result.head().status()));
            assertThat(peer.requests()).isEqualTo(1);
        }
    }
}
