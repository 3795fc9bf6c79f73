package dev.penstock.queue.rabbitmq;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a broker is and who may use it. Immutable. Its text never holds the password.
 *
 * @param tls whether the connection is encrypted, and the broker's certificate checked
 * @param host the broker's host
 * @param port its port
 * @param virtualHost the namespace there
 * @param user who uses it
 * @param password what proves it
 */
public record RabbitAddress(boolean tls, String host, int port, String virtualHost, String user, String password) {

    private static final int PLAIN_PORT = 5672;
    private static final int TLS_PORT = 5671;
    private static final String GUEST = "guest";

    /**
     * Reads an address: {@code amqp://user:password@host:port/vhost}, or {@code amqps://} for TLS
     * (rabbitmq.com/docs/uri-spec). What it leaves out is taken from AMQP_USER and AMQP_PASSWORD, then guest; the host
     * defaults to localhost, the port to 5672 or 5671, the virtual host to {@code /}.
     *
     * @param address the address
     * @param environment the environment's variables
     * @return the address
     * @throws IllegalArgumentException if it is none; the message holds no part of it
     */
    public static RabbitAddress parse(String address, Map<String, String> environment) {
        URI uri = uri(address);
        boolean tls = isTls(uri);
        String[] who = uri.getRawUserInfo() == null
                ? new String[0]
                : uri.getRawUserInfo().split(":", 2);
        String user = who.length > 0 ? decode(who[0]) : environment.get("AMQP_USER");
        String password = who.length > 1 ? decode(who[1]) : environment.get("AMQP_PASSWORD");
        int usual = tls ? TLS_PORT : PLAIN_PORT;
        return new RabbitAddress(
                tls,
                uri.getHost() == null ? "localhost" : uri.getHost(),
                uri.getPort() < 0 ? usual : uri.getPort(),
                virtualHost(uri.getRawPath()),
                orGuest(user),
                orGuest(password));
    }

    @Override
    public String toString() {
        return (tls ? "amqps" : "amqp") + "://" + encode(user) + "@" + host + ":" + port + "/"
                + (virtualHost.equals("/") ? "" : encode(virtualHost));
    }

    private static URI uri(String address) {
        try {
            URI uri = new URI(address);
            if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
                throw new IllegalArgumentException("the broker's address takes no parameters");
            }
            if (uri.getHost() == null && uri.getRawAuthority() != null) {
                throw new IllegalArgumentException("the broker's address names no host that can be read; special"
                        + " characters in user and password are written percent-encoded");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the broker's address is not of the form"
                    + " amqp://user:password@host:port/vhost; special characters are written percent-encoded");
        }
    }

    private static boolean isTls(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "amqp" -> false;
            case "amqps" -> true;
            default -> throw new IllegalArgumentException("the broker's address begins with amqp:// or amqps://");
        };
    }

    private static String virtualHost(@Nullable String path) {
        if (path == null || path.length() <= 1) {
            return "/";
        }
        if (path.indexOf('/', 1) >= 0) {
            throw new IllegalArgumentException(
                    "the broker's address has more than a virtual host in its path; a slash in its name is %2F");
        }
        return decode(path.substring(1));
    }

    private static String orGuest(@Nullable String value) {
        return value == null || value.isEmpty() ? GUEST : value;
    }

    /** In these parts of an address a plus stands for itself. */
    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
