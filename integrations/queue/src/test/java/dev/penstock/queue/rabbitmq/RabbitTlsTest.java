package dev.penstock.queue.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.queue.QueueException;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever answers at an {@code amqps} address has to prove who it is. */
class RabbitTlsTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("a broker whose certificate nobody vouches for gets neither user nor password")
    void unknownCertificate_isRefused() throws Exception {
        try (SSLServerSocket listener = listener()) {
            AtomicBoolean trusted = new AtomicBoolean();
            Thread server = Thread.ofVirtual().start(() -> trusted.set(hears(listener)));
            RabbitAddress address =
                    RabbitAddress.parse("amqps://svc:hunter2@127.0.0.1:" + listener.getLocalPort(), Map.of());

            assertThatThrownBy(() -> RabbitQueue.open(
                            RabbitSettings.of(address, "q"), Time.system(), new SplittableRandom(1), event -> {}))
                    .isInstanceOf(QueueException.class)
                    .hasMessageContaining("cannot reach the broker at amqps://svc@127.0.0.1")
                    .hasMessageContaining("TLS failed");
            server.join();
            assertThat(trusted).as("the client spoke to it").isFalse();
        }
    }

    /** Whether a client says anything once the handshake is over. */
    private static boolean hears(SSLServerSocket listener) {
        try (SSLSocket client = (SSLSocket) listener.accept();
                InputStream in = client.getInputStream()) {
            return in.read() >= 0;
        } catch (IOException e) {
            return false; // it broke the handshake off
        }
    }

    private SSLServerSocket listener() throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "broker",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "SAN=IP:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD))
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }
}
