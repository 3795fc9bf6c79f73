package dev.penstock.gateway.server;

import java.time.Duration;

/**
 * One listening port and its limits. Immutable.
 *
 * @param host the address to listen on
 * @param port the port, 0 for any free one
 * @param maxConnections connections at once; further ones are closed as they come
 * @param maxHeaderBytes the request line and all header fields together
 * @param maxBodyBytes a request's body; longer is 413
 * @param idle how long a connection without a request is kept
 * @param receive how long a request may take to arrive, from its first byte; then 408
 * @param writeStall how long a reader may take nothing while something is to be written; then it counts as gone
 */
public record ServerSettings(
        String host,
        int port,
        int maxConnections,
        int maxHeaderBytes,
        int maxBodyBytes,
        Duration idle,
        Duration receive,
        Duration writeStall) {

    /** Checks the numbers. */
    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0 to 65535, was " + port);
        }
        if (maxConnections < 1 || maxHeaderBytes < 1_024 || maxBodyBytes < 1_024) {
            throw new IllegalArgumentException("connections must be at least 1, header and body bytes at least 1024");
        }
        if (!idle.isPositive() || !receive.isPositive() || !writeStall.isPositive()) {
            throw new IllegalArgumentException("idle, receive and write stall must be positive");
        }
    }

    /**
     * The defaults: 10,000 connections, 32 KiB of headers, 32 MiB of body, 75 s idle, 60 s to receive a request, 30 s of
     * a reader that takes nothing.
     *
     * @param host the address to listen on
     * @param port the port, 0 for any free one
     * @return settings to start from
     */
    public static ServerSettings defaults(String host, int port) {
        return new ServerSettings(
                host,
                port,
                10_000,
                32 << 10,
                32 << 20,
                Duration.ofSeconds(75),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30));
    }
}
