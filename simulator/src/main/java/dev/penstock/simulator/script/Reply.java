package dev.penstock.simulator.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is answered. */
public sealed interface Reply {

    /**
     * An answer made from the request.
     *
     * @param answer what it looks like
     */
    record Generated(Answer answer) implements Reply {}

    /**
     * A status with a fixed body, whatever was asked. Neither key, model nor limits are checked for it.
     *
     * @param status the status
     * @param body the body, null for the body with which the provider explains this status
     * @param contentType the body's type, null for JSON
     */
    record Fixed(
            int status, @Nullable Octets body, @Nullable String contentType) implements Reply {

        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException if the status does not have three digits
         */
        public Fixed {
            if (status < 200 || status > 999) {
                throw new IllegalArgumentException("a status must be between 200 and 999: " + status);
            }
        }
    }

    /**
     * Bytes instead of a response, head included. Neither key, model nor limits are checked for it.
     *
     * @param segments the bytes in the pieces in which they are handed to the socket
     */
    record Raw(List<Segment> segments) implements Reply {

        /** Copies the list. */
        public Raw {
            segments = List.copyOf(segments);
        }
    }

    /**
     * Bytes that are written at once.
     *
     * @param bytes the bytes
     * @param pause how long before them
     */
    record Segment(Octets bytes, Span pause) {}
}
