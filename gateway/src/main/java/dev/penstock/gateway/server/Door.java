package dev.penstock.gateway.server;

/**
 * Decides by a request's head who is let in to an endpoint, before a byte of the body is held. Called on an event loop,
 * so it never blocks. Thread-safe.
 */
@FunctionalInterface
public interface Door {

    /**
     * Decides.
     *
     * @param head the request's head
     * @return what becomes of the request
     */
    Entry open(RequestHead head);

    /** What a door decides. */
    sealed interface Entry {}

    /**
     * The request is answered at once, and its body is not read.
     *
     * @param reply the answer
     */
    record Closed(Reply reply) implements Entry {}

    /**
     * The body is read, and then the request is handled.
     *
     * @param handler what answers it
     */
    record Open(Endpoint.Handler handler) implements Entry {}
}
