package dev.penstock.policy.attempt;

/**
 * How far one send provably got, in order. The stages are the client's own observations: REQUEST_COMPLETE says that the
 * last byte was handed to the network, not that the provider read it.
 */
public enum DeliveryStage {
    /** Nothing was tried. */
    NOT_STARTED,
    /** A connection was asked for: name look-up, pool, connect, TLS. */
    CONNECTING,
    /** A connection is there; no byte of the request has been handed to it. */
    CONNECTED,
    /** At least one byte of the request was handed to the socket. */
    REQUEST_STARTED,
    /** The last byte of the request was handed to the socket. */
    REQUEST_COMPLETE,
    /** The first byte of the response's status line arrived. */
    RESPONSE_STARTED,
    /** The response's framing ended as HTTP says it should. */
    RESPONSE_COMPLETE;

    /**
     * Whether this stage lies at or beyond another.
     *
     * @param other the stage to compare with
     * @return true if this stage is the same or a later one
     */
    public boolean reached(DeliveryStage other) {
        return compareTo(other) >= 0;
    }
}
