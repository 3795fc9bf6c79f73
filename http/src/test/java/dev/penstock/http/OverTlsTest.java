package dev.penstock.http;

import static dev.penstock.http.Exchanges.ample;
import static dev.penstock.http.Exchanges.post;
import static dev.penstock.http.Exchanges.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.netty.NettyTransport;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.Proof;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("TLS: verified against the platform's authorities and those that were added")
@Timeout(120)
class OverTlsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path directory;

    private static Path authority;
    private static SSLContext server;

    private final HandTime time = new HandTime();

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = directory.resolve("server.p12");
        authority = directory.resolve("authority.pem");
        keytool("-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        keytool("-exportcert", "-alias", "a", "-rfc", "-file", authority.toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD);
        server = SSLContext.getInstance("TLS");
        server.init(factory.getKeyManagers(), null, null);
    }

    @Test
    void addedAuthority_isTrustedAndTheConnectionReused() throws Exception {
        try (RawPeer peer = peer(answering());
                Transport transport = trusting(List.of(authority))) {
            for (int i = 0; i < 3; i++) {
                Exchanges.Result result = run(transport, post(at("localhost", peer), "{}"), ample());
                assertThat(result.body()).isEqualTo("ok");
                assertThat(result.exchange().evidence().connectionReused()).isEqualTo(i > 0);
            }
            assertThat(peer.requests()).isEqualTo(3);
        }
    }

    @Test
    void unknownAuthority_isTlsWithNothingSent() throws Exception {
        try (RawPeer peer = peer(answering());
                Transport transport = trusting(List.of())) {
            assertRefused(run(transport, post(at("localhost", peer), "{}"), ample()), peer);
        }
    }

    @Test
    void otherHostName_isTlsWithNothingSent() throws Exception {
        try (RawPeer peer = peer(answering());
                Transport transport = trusting(List.of(authority))) {
            assertRefused(run(transport, post(at("127.0.0.1", peer), "{}"), ample()), peer);
        }
    }

    @Test
    @DisplayName("B047 a peer that offers HTTP/2 first is asked for HTTP/1.1, by name")
    void peerWithHttp2First_isSpokenToInHttp11() throws Exception {
        List<String> chosen = new CopyOnWriteArrayList<>();
        RawPeer.Script script = visit -> {
            while (visit.readRequest() != null) {
                chosen.add(((SSLSocket) visit.socket()).getApplicationProtocol());
                visit.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
        };
        try (RawPeer peer = peer(script, "h2", "http/1.1");
                Transport transport = trusting(List.of(authority))) {
            assertThat(run(transport, post(at("localhost", peer), "{}"), ample())
                            .body())
                    .isEqualTo("ok");
            assertThat(chosen).containsExactly("http/1.1");
        }
    }

    @Test
    @DisplayName("B047 a peer that speaks HTTP/2 alone is TLS with nothing sent, and at once")
    void peerWithHttp2Alone_isTlsWithNothingSent() throws Exception {
        try (RawPeer peer = peer(answering(), "h2");
                Transport transport = trusting(List.of(authority))) {
            assertRefused(run(transport, post(at("localhost", peer), "{}"), ample()), peer);
        }
    }

    @Test
    @DisplayName("B047 a peer that knows no ALPN and answers in HTTP/2 all the same has failed, and proves nothing")
    void peerThatAnswersInHttp2_hasFailed() throws Exception {
        byte[] settings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
        byte[] protocolError = {0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        try (RawPeer peer = peer(visit -> {
                    visit.readRequest();
                    visit.write(settings);
                    visit.write(protocolError);
                });
                Transport transport = trusting(List.of(authority))) {
            Exchange exchange =
                    run(transport, post(at("localhost", peer), "{}"), ample()).exchange();

            assertThat(exchange.ending()).get().isInstanceOf(Ending.Failed.class);
            assertThat(exchange.evidence().how()).isEqualTo(Proof.NONE);
            assertThat(peer.requests()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-6 over TLS a stalled upload is closed too, without waiting for a farewell")
    void stalledUpload_endsAtTheDeadline() throws Exception {
        try (RawPeer peer = peer(visit -> {
                    visit.readHead();
                    Thread.sleep(Duration.ofMinutes(1));
                });
                Transport transport = trusting(List.of(authority))) {
            ExchangeLimits limits = ExchangeLimits.until(time.time().deadlineAfter(Duration.ofSeconds(20)));
            Exchange exchange = transport.open(post(at("localhost", peer), "x".repeat(32 << 20)), limits);
            Future<Exchanges.Result> call = Exchanges.start(exchange);
            Eventually.is(() -> exchange.evidence().requestBytes() > 0);
            time.advance(Duration.ofSeconds(20));

            call.get();
            assertThat(exchange.ending()).contains(new Ending.Aborted(AbortCause.DEADLINE));
            assertThat(exchange.evidence().how()).isEqualTo(Proof.NOT_PROCESSABLE);
            Eventually.is(() -> transport.stats().openConnections() == 0);
        }
    }

    private static RawPeer.Script answering() {
        return visit -> {
            while (visit.readRequest() != null) {
                visit.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
        };
    }

    private static RawPeer peer(RawPeer.Script script, String... protocols) throws Exception {
        var listener = (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0);
        SSLParameters parameters = listener.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        listener.setSSLParameters(parameters);
        return RawPeer.listening(listener, script);
    }

    private static Origin at(String host, RawPeer peer) {
        return new Origin("https", host, peer.port());
    }

    private Transport trusting(List<Path> authorities) {
        return new NettyTransport(TransportConfig.defaults().withExtraAuthorities(authorities), time.time());
    }

    private static void assertRefused(Exchanges.Result result, RawPeer peer) {
        assertThat(result.exchange().ending()).contains(new Ending.Failed(FailureKind.TLS));
        assertThat(result.exchange().evidence().stage()).isEqualTo(DeliveryStage.CONNECTING);
        assertThat(result.exchange().evidence().how()).isEqualTo(Proof.NO_REQUEST_BYTE);
        assertThat(peer.requests()).isZero();
    }

    private static void keytool(String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", directory.resolve("server.p12").toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", "changeit"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
