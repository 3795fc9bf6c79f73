package dev.penstock.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How a transport connects. Immutable.
 *
 * @param proxies which origins are reached through which proxy
 * @param extraAuthorities PEM files with certificate authorities that are trusted besides the platform's own
 * @param maxHead the most bytes of a response's status line and header fields; positive, 64 KiB by default
 * @param poolIdle how long an idle connection is kept at most; positive, 15 s by default, less where the peer announces
 *     it (Keep-Alive: timeout, minus 2 s): below what load balancers allow (B046)
 * @param eventLoops threads that move the bytes; positive, 1 by default
 */
public record TransportConfig(
        Proxies proxies, List<Path> extraAuthorities, int maxHead, Duration poolIdle, int eventLoops) {

    /** Checks the ranges and copies the list. */
    public TransportConfig {
        extraAuthorities = List.copyOf(extraAuthorities);
        Checks.positive(maxHead, "max head");
        Checks.positive(poolIdle, "pool idle");
        Checks.positive(eventLoops, "event loops");
    }

    /**
     * Straight to the provider, the platform's authorities alone.
     *
     * @return the defaults
     */
    public static TransportConfig defaults() {
        return new TransportConfig(Proxies.none(), List.of(), 64 << 10, Duration.ofSeconds(15), 1);
    }

    /**
     * The defaults with what the usual variables add: the proxies of {@link Proxies#fromEnvironment}, and the authorities
     * in the PEM file that {@code SSL_CERT_FILE} names, besides the platform's own.
     *
     * @param environment the process's variables
     * @return the configuration they make
     * @throws IllegalArgumentException if a variable cannot be read as what it stands for
     */
    public static TransportConfig fromEnvironment(Map<String, String> environment) {
        String file = environment.getOrDefault("SSL_CERT_FILE", "");
        return defaults()
                .withProxies(Proxies.fromEnvironment(environment))
                .withExtraAuthorities(file.isBlank() ? List.of() : List.of(Path.of(file)));
    }

    /**
     * The same configuration with proxies.
     *
     * @param other which origins go through which proxy
     * @return a copy
     */
    public TransportConfig withProxies(Proxies other) {
        return new TransportConfig(other, extraAuthorities, maxHead, poolIdle, eventLoops);
    }

    /**
     * The same configuration with more authorities.
     *
     * @param pemFiles files of PEM certificates
     * @return a copy
     */
    public TransportConfig withExtraAuthorities(List<Path> pemFiles) {
        return new TransportConfig(proxies, pemFiles, maxHead, poolIdle, eventLoops);
    }

    /**
     * The same configuration with another cap on heads.
     *
     * @param bytes the most bytes
     * @return a copy
     */
    public TransportConfig withMaxHead(int bytes) {
        return new TransportConfig(proxies, extraAuthorities, bytes, poolIdle, eventLoops);
    }

    /**
     * The same configuration with another life for idle connections.
     *
     * @param longest how long an idle connection is kept at most
     * @return a copy
     */
    public TransportConfig withPoolIdle(Duration longest) {
        return new TransportConfig(proxies, extraAuthorities, maxHead, longest, eventLoops);
    }
}
