package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B043 redirects are answers, never followed")
@Timeout(120)
class ReportB043Test {

    @RegisterExtension
    private final Transports transports = new Transports();

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirect_isReturnedAndTheKeyGoesNowhereElse(int status) throws Exception {
        try (RawPeer other = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            for (String target :
                    new String[] {"/elsewhere", "//127.0.0.1:" + other.port() + "/x", other.origin() + "/x"}) {
                try (RawPeer peer = RawPeer.answering(
                        "HTTP/1.1 " + status + " Moved\r\nLocation: " + target + "\r\nContent-Length: 0\r\n\r\n")) {
                    Exchanges.Result result = transports.run(peer.origin());

                    assertThat(result.head().status()).isEqualTo(status);
                    assertThat(result.head().first("location")).contains(target);
                    assertThat(peer.requests()).isEqualTo(1);
                }
            }
            assertThat(other.connections()).isZero();
        }
    }
}
