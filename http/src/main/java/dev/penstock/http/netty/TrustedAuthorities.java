package dev.penstock.http.netty;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Whom we trust over TLS: the platform's authorities and those that were added. Host names are always verified, and
 * HTTP/1.1 is the one protocol that is offered by ALPN (RFC 7301): a peer that speaks another alone refuses the handshake,
 * before a byte of a request (B047).
 */
final class TrustedAuthorities {

    private TrustedAuthorities() {}

    static SslContext context(List<Path> extra) {
        try {
            TrustManagerFactory factory = factory(extra.isEmpty() ? null : withExtra(extra));
            return SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .endpointIdentificationAlgorithm("HTTPS")
                    .trustManager(factory)
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            ApplicationProtocolNames.HTTP_1_1))
                    .build();
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException("the certificate authorities cannot be read", unusable);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static KeyStore withExtra(List<Path> files) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int count = 0;
        for (X509Certificate authority : platformAuthorities()) {
            store.setCertificateEntry("platform-" + count++, authority);
        }
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        for (Path file : files) {
            try (InputStream pem = Files.newInputStream(file)) {
                for (Certificate authority : certificates.generateCertificates(pem)) {
                    store.setCertificateEntry("extra-" + count++, authority);
                }
            }
        }
        return store;
    }

    private static List<X509Certificate> platformAuthorities() throws GeneralSecurityException {
        for (TrustManager manager : factory(null).getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                return List.of(x509.getAcceptedIssuers());
            }
        }
        return List.of();
    }

    private static TrustManagerFactory factory(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }
}
