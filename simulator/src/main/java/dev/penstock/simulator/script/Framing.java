package dev.penstock.simulator.script;

import java.util.List;

/**
 * How an answer is put on the wire.
 *
 * @param length how the end of the body is told
 * @param lengthError by how much a content-length is wrong; other than 0 only together with {@link Length#KNOWN}
 * @param lastChunk whether a chunked body has its last chunk
 * @param gzip whether the body is really compressed, and says so
 * @param events how the events of a stream are written
 * @param headers more header fields; they replace the simulator's own of the same name
 */
public record Framing(
        Length length, int lengthError, boolean lastChunk, boolean gzip, Events events, List<Header> headers) {

    /** As a provider does it. */
    public static final Framing USUAL = new Framing(Length.USUAL, 0, true, false, Events.USUAL, List.of());

    /** Copies the list. */
    public Framing {
        headers = List.copyOf(headers);
    }

    /** How the end of a body is told. */
    public enum Length {
        /** Chunked where the length is not known beforehand, else a content-length. */
        USUAL,
        /** A content-length, also for a stream. */
        KNOWN,
        /** Chunked, also where the length is known. */
        CHUNKED,
        /** Neither: closing the connection ends the body. */
        CLOSE
    }

    /** A line end of an event stream. */
    public enum LineEnd {
        /** Line feed. */
        LF("\n"),
        /** Carriage return and line feed. */
        CRLF("\r\n"),
        /** Carriage return alone. */
        CR("\r");

        private final String text;

        LineEnd(String text) {
            this.text = text;
        }

        /**
         * The characters.
         *
         * @return one or two characters
         */
        public String text() {
            return text;
        }
    }

    /**
     * How the events of a stream are written.
     *
     * @param lineEnd what ends a line
     * @param space whether a space follows {@code data:}
     */
    public record Events(LineEnd lineEnd, boolean space) {

        /** Line feeds, and a space after the colon. */
        public static final Events USUAL = new Events(LineEnd.LF, true);
    }
}
