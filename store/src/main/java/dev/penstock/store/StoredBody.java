package dev.penstock.store;

/**
 * Bytes that belong to a generation. Insert-only; pruned by retention.
 *
 * @param kind what they are
 * @param contentType their media type
 * @param bytes the bytes
 */
public record StoredBody(Kind kind, String contentType, Bytes bytes) {

    /** What a body is. */
    public enum Kind {
        /** The caller's request. */
        REQUEST,
        /** The committed answer, or the answer that was quarantined. */
        RESULT,
        /** What arrived of an answer that was not completed; never presented as one. */
        PARTIAL,
        /** The provider's error. */
        ERROR
    }

    @Override
    public String toString() {
        return "StoredBody[" + kind + ", " + bytes + "]";
    }
}
