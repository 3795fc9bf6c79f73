package dev.penstock.http;

/** What HTTP's framing, and the content coding inside it, say of a body's end. */
public enum Framing {
    /** The end came where the length or the last chunk put it, and the coding ended with it. */
    COMPLETE,
    /** The body ran until the connection closed: complete only if the protocol inside says so. */
    UNTIL_CLOSE,
    /** The end has not been seen, or the body or its coding was cut short. */
    INCOMPLETE,
    /** The bytes are not what the Content-Encoding says they are. */
    UNDECODABLE
}
