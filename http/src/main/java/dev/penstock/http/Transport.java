package dev.penstock.http;

/**
 * Opens exchanges, and owns the event loop and the idle connections they share. One per process is enough, for any
 * number of origins. Thread-safe. {@code NettyTransport} is the one of production.
 */
public interface Transport extends AutoCloseable {

    /**
     * Makes an exchange. Nothing is tried yet: no name is looked up, no connection made.
     *
     * @param request what to send
     * @param limits what may end it
     * @return an exchange, to be closed by the caller
     * @throws IllegalStateException if the transport is closed
     */
    Exchange open(TransportRequest request, ExchangeLimits limits);

    /**
     * What is alive just now.
     *
     * @return a snapshot
     */
    TransportStats stats();

    /** Aborts what runs as cancelled, closes every connection and ends the threads. Closing again does nothing. */
    @Override
    void close();
}
