package dev.penstock.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An HTTP proxy. Its text shows neither user nor password.
 *
 * @param host its name or address
 * @param port its port
 * @param login who we are to it; empty if it does not ask
 */
public record Proxy(String host, int port, Optional<Login> login) {

    /**
     * Who we are to a proxy.
     *
     * @param user the name
     * @param password the password
     */
    public record Login(String user, Credential password) {
        @Override
        public String toString() {
            return "Login[hidden]";
        }
    }

    /**
     * Reads {@code http://[user:password@]host[:port]}.
     *
     * @param uri the address
     * @return the proxy, port 80 where none is named
     * @throws IllegalArgumentException if it is not in that form; the message does not show it
     */
    static Proxy of(URI uri) {
        if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException("a proxy's address is http://host:port");
        }
        String host = uri.getHost().replaceAll("^\\[|]$", "");
        return new Proxy(host, uri.getPort() == -1 ? 80 : uri.getPort(), login(uri.getRawUserInfo()));
    }

    private static Optional<Login> login(@org.jspecify.annotations.Nullable String userInfo) {
        if (userInfo == null || userInfo.indexOf(':') < 1 || userInfo.endsWith(":")) {
            return Optional.empty();
        }
        int colon = userInfo.indexOf(':');
        return Optional.of(
                new Login(decode(userInfo.substring(0, colon)), Credential.of(decode(userInfo.substring(colon + 1)))));
    }

    private static String decode(String escaped) {
        return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "Proxy[" + host + ":" + port + "]";
    }
}
