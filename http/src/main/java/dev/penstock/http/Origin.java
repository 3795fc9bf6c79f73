package dev.penstock.http;

import java.net.URI;
import java.util.Locale;

/**
 * Where a request goes: scheme, host and port. A key never leaves the origin it is configured for (B043).
 *
 * @param scheme {@code http} or {@code https}
 * @param host a name or an address literal, in lower case; IPv6 literals without brackets
 * @param port 1 to 65535
 */
public record Origin(String scheme, String host, int port) {

    /** Checks the parts. */
    public Origin {
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("scheme must be http or https, was " + scheme);
        }
        if (host.isEmpty() || host.chars().anyMatch(c -> c <= ' ' || c > '~' || c == '/' || c == '@')) {
            throw new IllegalArgumentException("not a host name");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port must be 1 to 65535, was " + port);
        }
    }

    /**
     * The origin of a URI, with the scheme's own port where none is named.
     *
     * @param uri an absolute http or https URI; what follows the authority is not looked at
     * @return its origin
     * @throws IllegalArgumentException if it is not such a URI, or names a user
     */
    public static Origin of(URI uri) {
        if (uri.getScheme() == null || uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("an origin needs a scheme and a host, and no user");
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost().toLowerCase(Locale.ROOT).replaceAll("^\\[|]$", "");
        int port = uri.getPort() == -1 ? (scheme.equals("https") ? 443 : 80) : uri.getPort();
        return new Origin(scheme, host, port);
    }

    /**
     * Whether it is reached over TLS.
     *
     * @return true for https
     */
    public boolean secure() {
        return scheme.equals("https");
    }

    /**
     * The Host field for it (RFC 9110, 7.2).
     *
     * @return host and, unless it is the scheme's own, port
     */
    public String authority() {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return port == (secure() ? 443 : 80) ? name : name + ":" + port;
    }

    @Override
    public String toString() {
        return scheme + "://" + authority();
    }
}
