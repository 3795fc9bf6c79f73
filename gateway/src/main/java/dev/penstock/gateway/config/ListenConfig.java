package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNullElse;

import dev.penstock.gateway.server.ServerSettings;
import org.jspecify.annotations.Nullable;

/**
 * One port. Immutable.
 *
 * @param host the address to listen on; 127.0.0.1 by default
 * @param port the port, 0 for any free one; null for the usual one
 * @param allowRemote whether addresses that other machines reach are meant; false by default
 * @param maxConnections connections at once; 10,000 by default
 * @param maxHeaderBytes the request line and all header fields; 32 KiB by default
 * @param maxBodyBytes a request's body; 32 MiB by default
 * @param idle how long a connection without a request is kept; 75 s by default
 * @param receive how long a request may take to arrive; 60 s by default
 * @param writeStall how long a reader may take nothing; 30 s by default
 */
public record ListenConfig(
        String host,
        @Nullable Integer port,
        Boolean allowRemote,
        Integer maxConnections,
        Integer maxHeaderBytes,
        Integer maxBodyBytes,
        Span idle,
        Span receive,
        Span writeStall) {

    private static final ServerSettings USUAL = ServerSettings.defaults("127.0.0.1", 0);
    private static final int MOST = 65_535;

    /** Puts the defaults in, and checks the port. */
    public ListenConfig {
        host = requireNonNullElse(host, USUAL.host());
        allowRemote = requireNonNullElse(allowRemote, false);
        maxConnections = requireNonNullElse(maxConnections, USUAL.maxConnections());
        maxHeaderBytes = requireNonNullElse(maxHeaderBytes, USUAL.maxHeaderBytes());
        maxBodyBytes = requireNonNullElse(maxBodyBytes, USUAL.maxBodyBytes());
        idle = requireNonNullElse(idle, new Span(USUAL.idle()));
        receive = requireNonNullElse(receive, new Span(USUAL.receive()));
        writeStall = requireNonNullElse(writeStall, new Span(USUAL.writeStall()));
        if (port != null && (port < 0 || port > MOST)) {
            throw new IllegalArgumentException("a port is 0 to " + MOST + ", was " + port);
        }
        if (!allowRemote && !isLoopback(host)) {
            throw new IllegalArgumentException("the address " + host + " can be reached by other machines; say"
                    + " allow_remote (--allow-remote) if that is meant, and put TLS in front");
        }
    }

    /**
     * The loopback address and the usual limits.
     *
     * @return the defaults
     */
    public static ListenConfig defaults() {
        return at(USUAL.host(), null, false);
    }

    private static ListenConfig at(String host, @Nullable Integer port, boolean allowRemote) {
        return new ListenConfig(
                host,
                port,
                allowRemote,
                USUAL.maxConnections(),
                USUAL.maxHeaderBytes(),
                USUAL.maxBodyBytes(),
                new Span(USUAL.idle()),
                new Span(USUAL.receive()),
                new Span(USUAL.writeStall()));
    }

    /**
     * The same elsewhere.
     *
     * @param otherHost another address, null for the same
     * @param otherPort another port, null for the same
     * @param remote whether other machines may be let in; the file's yes stays a yes
     * @return a copy
     */
    public ListenConfig with(@Nullable String otherHost, @Nullable Integer otherPort, boolean remote) {
        return new ListenConfig(
                otherHost == null ? host : otherHost,
                otherPort == null ? port : otherPort,
                allowRemote || remote,
                maxConnections,
                maxHeaderBytes,
                maxBodyBytes,
                idle,
                receive,
                writeStall);
    }

    /**
     * The port, where it is named.
     *
     * @param usual the port where none is
     * @return its number, 0 for any free one
     */
    public int portOr(int usual) {
        return port == null ? usual : port;
    }

    /**
     * What a server takes.
     *
     * @param usualPort the port where none is named
     * @return its settings
     */
    public ServerSettings settings(int usualPort) {
        return new ServerSettings(
                host,
                portOr(usualPort),
                maxConnections,
                maxHeaderBytes,
                maxBodyBytes,
                idle.value(),
                receive.value(),
                writeStall.value());
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
    }
}
