package dev.penstock.http;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which origins are reached through an HTTP proxy, always by a CONNECT tunnel. Immutable.
 *
 * <p>Through a proxy the weaker proofs of a send are off; that no byte of the request was handed over still counts.
 */
public final class Proxies {

    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "::1", "[::1]");

    private final @Nullable Proxy forHttp;
    private final @Nullable Proxy forHttps;
    private final List<String> exceptions;

    private Proxies(@Nullable Proxy forHttp, @Nullable Proxy forHttps, List<String> exceptions) {
        this.forHttp = forHttp;
        this.forHttps = forHttps;
        this.exceptions = List.copyOf(exceptions);
    }

    /**
     * No proxy at all.
     *
     * @return the empty choice
     */
    public static Proxies none() {
        return new Proxies(null, null, List.of());
    }

    /**
     * One proxy for every origin but the exceptions.
     *
     * @param proxy its address, {@code http://[user:password@]host:port}
     * @param exceptions as in {@code NO_PROXY}: host names, with their subdomains; {@code *} for all
     * @return the choice
     */
    public static Proxies everywhere(URI proxy, List<String> exceptions) {
        Proxy parsed = Proxy.of(proxy);
        return new Proxies(parsed, parsed, exceptions);
    }

    /**
     * The usual variables: {@code HTTPS_PROXY}, {@code HTTP_PROXY}, {@code ALL_PROXY}, {@code NO_PROXY}. The lower-case
     * spelling wins, and {@code HTTP_PROXY} is read in lower case alone, since a CGI server sets the other from a
     * request's header. This machine itself is never reached through them.
     *
     * @param environment the process's variables
     * @return the choice they make
     * @throws IllegalArgumentException if a variable is not an http URI; the message names the variable alone
     */
    public static Proxies fromEnvironment(Map<String, String> environment) {
        Proxy all = parse(environment, "all_proxy", "ALL_PROXY");
        Proxy http = parse(environment, "http_proxy");
        Proxy https = parse(environment, "https_proxy", "HTTPS_PROXY");
        String except = value(environment, "no_proxy", "NO_PROXY").orElse("");
        List<String> exceptions = Stream.concat(
                        LOOPBACK.stream(), Arrays.stream(except.split(",")).map(String::strip))
                .filter(name -> !name.isEmpty())
                .toList();
        return new Proxies(http == null ? all : http, https == null ? all : https, exceptions);
    }

    /**
     * The proxy for an origin.
     *
     * @param origin where a request goes
     * @return its proxy, empty if it is reached directly
     */
    public Optional<Proxy> to(Origin origin) {
        Proxy candidate = origin.secure() ? forHttps : forHttp;
        return candidate == null || exceptions.stream().anyMatch(name -> covers(name, origin))
                ? Optional.empty()
                : Optional.of(candidate);
    }

    private static boolean covers(String exception, Origin origin) {
        String name = exception.toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", "");
        return name.equals("*")
                || origin.host().equals(name)
                || origin.host().endsWith("." + name)
                || (origin.host() + ":" + origin.port()).equals(name);
    }

    private static @Nullable Proxy parse(Map<String, String> environment, String... names) {
        try {
            return value(environment, names).map(URI::create).map(Proxy::of).orElse(null);
        } catch (IllegalArgumentException notAProxy) {
            throw new IllegalArgumentException(names[0] + " must be an http:// URI", null);
        }
    }

    private static Optional<String> value(Map<String, String> environment, String... names) {
        return Stream.of(names)
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isBlank())
                .findFirst();
    }
}
