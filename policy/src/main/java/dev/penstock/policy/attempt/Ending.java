package dev.penstock.policy.attempt;

/** How an attempt's exchange came to its end, before anybody judges what it brought. */
public sealed interface Ending {

    /** The exchange ran to the end of the protocol inside it, or of HTTP's framing. */
    record Finished() implements Ending {}

    /**
     * The transport failed.
     *
     * @param kind where it failed
     */
    record Failed(FailureKind kind) implements Ending {}

    /**
     * We ended it.
     *
     * @param cause which of our limits or wishes did
     */
    record Aborted(AbortCause cause) implements Ending {}

    /** The request never became an attempt: it is not valid. */
    record Invalid() implements Ending {}

    /** Unexpected code of ours threw (R-CLASS-7). */
    record Threw() implements Ending {}

    /** Where a transport failed. */
    enum FailureKind {
        /** The host name could not be resolved. */
        DNS,
        /** The connection was refused, unreachable or not made in time. */
        CONNECT,
        /** The TLS handshake failed. */
        TLS,
        /** No connection could be had from the pool, or a pooled one was found dead before use. */
        POOL,
        /** The peer refused the HTTP/2 stream. */
        REFUSED_STREAM,
        /** The peer said GOAWAY below the stream's id. */
        GOAWAY,
        /** The connection was reset. */
        RESET,
        /** The connection was closed before the response's framing was complete. */
        CLOSED,
        /** What came is not HTTP. */
        NOT_HTTP
    }

    /** What made us end an exchange. Every message names it (B008). */
    enum AbortCause {
        /** The operation's deadline. */
        DEADLINE,
        /** The caller's cancellation. */
        CANCELLED,
        /** The attempt's cap. */
        ATTEMPT_CAP,
        /** No byte arrived for the transport-idle limit. */
        TRANSPORT_IDLE,
        /** No progress came before the limit for the first one. */
        BEFORE_FIRST_PROGRESS,
        /** Progress stopped for the progress-idle limit. */
        PROGRESS_IDLE,
        /** The upload stood still for the upload-idle limit. */
        UPLOAD_IDLE,
        /** The response grew over the cap on its size, or one frame of it did (row 19). */
        TOO_LARGE
    }
}
