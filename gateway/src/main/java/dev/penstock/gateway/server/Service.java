package dev.penstock.gateway.server;

/** What a port offers. Thread-safe; called on an event loop, so it decides and never blocks. */
@FunctionalInterface
public interface Service {

    /**
     * Decides what becomes of a request.
     *
     * @param head its head
     * @return refused at once, or what serves it
     */
    Opening open(RequestHead head);
}
