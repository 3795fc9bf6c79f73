package dev.penstock.http;

import static dev.penstock.http.Exchanges.post;
import static dev.penstock.http.Exchanges.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.netty.NettyTransport;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.Proof;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("design 4: proofs are off through a proxy, but for what never left us")
@Timeout(120)
class ThroughProxyTest {

    private static final Origin PROVIDER = Origin.of(URI.create("http://provider.example"));

    private final HandTime time = new HandTime();

    @Test
    void tunnel_carriesTheRequestToTheNamedHost() throws Exception {
        try (RawPeer proxy = RawPeer.playing(visit -> {
                    assertThat(visit.readHead())
                            .startsWith("CONNECT provider.example:80 HTTP/1.1\r\n")
                            .doesNotContain("planted-secret");
                    visit.write("HTTP/1.1 200 Connected\r\n\r\n");
                    visit.readRequest();
                    visit.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                    visit.awaitLeft();
                });
                Transport transport = through(proxy)) {
            Exchanges.Result result = run(transport, post(PROVIDER, "{}"), limits());

            assertThat(result.body()).isEqualTo("ok");
            assertThat(proxy.requests()).isEqualTo(1);
            assertThat(proxy.visit(0).lastHead()).contains("host: provider.example\r\n");
        }
    }

    @Test
    void refusedTunnel_isConnectWithNothingSent() throws Exception {
        try (RawPeer proxy = RawPeer.playing(visit -> {
                    visit.readHead();
                    visit.write("HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n");
                    visit.awaitLeft();
                });
                Transport transport = through(proxy)) {
            Exchanges.Result result = run(transport, post(PROVIDER, "{}"), limits());

            assertThat(result.exchange().ending()).contains(new Ending.Failed(FailureKind.CONNECT));
            assertThat(result.exchange().evidence().stage()).isEqualTo(DeliveryStage.CONNECTING);
            assertThat(result.exchange().evidence().how()).isEqualTo(Proof.NO_REQUEST_BYTE);
        }
    }

    @Test
    void proxyThatNeverAnswers_isConnectAtTheConnectLimit() throws Exception {
        try (RawPeer proxy = RawPeer.playing(RawPeer.Visit::awaitLeft);
                Transport transport = through(proxy)) {
            Exchange exchange = transport.open(post(PROVIDER, "{}"), limits());
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            proxy.visit(0);
            time.advance(Duration.ofSeconds(10));

            call.get();
            assertThat(exchange.ending()).contains(new Ending.Failed(FailureKind.CONNECT));
            proxy.visit(0).awaitOver();
        }
    }

    @Test
    void cutUpload_provesNothing() throws Exception {
        try (RawPeer proxy = RawPeer.playing(visit -> {
                    visit.readHead();
                    visit.write("HTTP/1.1 200 Connected\r\n\r\n");
                    Thread.sleep(Duration.ofMinutes(1));
                });
                Transport transport = through(proxy)) {
            Exchange exchange = transport.open(post(PROVIDER, "x".repeat(32 << 20)), limits());
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().requestBytes() > 0);
            time.advance(Duration.ofHours(1));

            call.get();
            assertThat(exchange.evidence().stage()).isEqualTo(DeliveryStage.REQUEST_STARTED);
            assertThat(exchange.evidence().how()).isEqualTo(Proof.NONE);
        }
    }

    private ExchangeLimits limits() {
        return ExchangeLimits.until(time.time().deadlineAfter(Duration.ofHours(1)));
    }

    private Transport through(RawPeer proxy) {
        URI address = URI.create("http://127.0.0.1:" + proxy.port());
        return new NettyTransport(
                TransportConfig.defaults().withProxies(Proxies.everywhere(address, List.of())), time.time());
    }
}
