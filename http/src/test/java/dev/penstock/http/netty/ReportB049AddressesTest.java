package dev.penstock.http.netty;

import static dev.penstock.http.Exchanges.ample;
import static dev.penstock.http.Exchanges.post;
import static dev.penstock.http.Exchanges.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Exchanges;
import dev.penstock.http.Origin;
import dev.penstock.http.RawPeer;
import dev.penstock.http.Transport;
import dev.penstock.http.TransportConfig;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.time.Time;
import java.net.InetAddress;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("B049 a name with several addresses")
@Timeout(120)
class ReportB049AddressesTest {

    @Test
    void firstAddressDead_secondCarriesTheOnePost() throws Exception {
        try (RawPeer peer = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                Transport transport = resolvingTo("127.0.0.2", "127.0.0.1")) {
            Exchanges.Result result =
                    run(transport, post(new Origin("http", "two.example", peer.port()), "{}"), ample());

            assertThat(result.body()).isEqualTo("ok");
            assertThat(peer.requests()).isEqualTo(1);
            assertThat(peer.visit(0).lastHead()).contains("host: two.example:" + peer.port());
        }
    }

    @Test
    void firstAddressSwallowsThePost_secondIsNotTried() throws Exception {
        try (RawPeer peer = RawPeer.playing(RawPeer.Visit::readRequest);
                Transport transport = resolvingTo("127.0.0.1", "127.0.0.1")) {
            Exchanges.Result result =
                    run(transport, post(new Origin("http", "two.example", peer.port()), "{}"), ample());

            assertThat(result.exchange().ending()).contains(new Ending.Failed(FailureKind.CLOSED));
            assertThat(peer.requests()).isEqualTo(1);
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @Test
    void everyAddressDead_isConnect() throws Exception {
        try (RawPeer peer = RawPeer.answering("");
                Transport transport = resolvingTo("127.0.0.2", "127.0.0.3")) {
            Exchanges.Result result =
                    run(transport, post(new Origin("http", "two.example", peer.port()), "{}"), ample());

            assertThat(result.exchange().ending()).contains(new Ending.Failed(FailureKind.CONNECT));
            assertThat(result.exchange().evidence().stage()).isEqualTo(DeliveryStage.CONNECTING);
            assertThat(peer.connections()).isZero();
        }
    }

    private static Transport resolvingTo(String first, String second) {
        return new NettyTransport(TransportConfig.defaults(), Time.system(), name ->
                new InetAddress[] {InetAddress.getByName(first), InetAddress.getByName(second)});
    }
}
