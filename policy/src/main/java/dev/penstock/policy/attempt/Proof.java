package dev.penstock.policy.attempt;

/** Why we may say that the provider did not process a send (design 4). */
public enum Proof {
    /** There is no proof: the provider may have processed it. */
    NONE,
    /** No byte of the request was handed to the socket. */
    NO_REQUEST_BYTE,
    /** The peer reset the stream with REFUSED_STREAM (RFC 9113, 8.7). */
    REFUSED_STREAM,
    /** The stream lies above the last id of the peer's GOAWAY (RFC 9113, 6.8). */
    GOAWAY,
    /**
     * The request was framed by its length and its last byte provably never left. Weaker than the others: it counts as
     * NOT_SENT only where a profile says so.
     */
    NOT_PROCESSABLE
}
