package dev.penstock.simulator.wire;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Locale;

/** Reads the body of an HTTP/1.1 request: by content-length or chunked (RFC 9112, sections 6 and 7). */
public final class BodyReader {

    /** The largest body that is taken. */
    public static final int LARGEST_BODY = 64 << 20;

    private static final int LONGEST_LINE = 4_096;

    private final ClientConnection connection;
    private final long atMost;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final byte[] piece = new byte[8_192];

    private BodyReader(ClientConnection connection, long atMost) {
        this.connection = connection;
        this.atMost = atMost;
    }

    /** What was read. */
    public sealed interface Result {}

    /**
     * The whole body.
     *
     * @param bytes its bytes, without chunk framing
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
    public record Whole(byte[] bytes) implements Result {}

    /** As much as was to be read, and more was to come. */
    public record Stopped() implements Result {}

    /** The client left before the body's end. */
    public record Ended() implements Result {}

    /**
     * Something that is not a body.
     *
     * @param status the status that says so
     * @param reason what is wrong with it
     */
    public record Malformed(int status, String reason) implements Result {}

    /**
     * Whether a head announces a body.
     *
     * @param head the head
     * @return true if a body follows
     */
    public static boolean isAnnounced(HttpHead head) {
        return head.header("transfer-encoding").isPresent()
                || head.header("content-length").filter(v -> !v.equals("0")).isPresent();
    }

    /**
     * Reads the body that a head announces.
     *
     * @param connection from where
     * @param head the head
     * @param atMost how many bytes of it at most
     * @return what was read
     */
    public static Result read(ClientConnection connection, HttpHead head, long atMost) {
        List<String> codings = head.headers("transfer-encoding");
        List<String> lengths = head.headers("content-length");
        BodyReader reader = new BodyReader(connection, atMost);
        if (!codings.isEmpty()) {
            if (!lengths.isEmpty()) {
                return new Malformed(400, "both content-length and transfer-encoding");
            }
            if (codings.size() > 1
                    || !codings.getFirst().toLowerCase(Locale.ROOT).equals("chunked")) {
                return new Malformed(501, "transfer-encoding other than chunked");
            }
            return reader.chunked();
        }
        if (lengths.isEmpty()) {
            return new Whole(new byte[0]);
        }
        String length = lengths.getFirst();
        if (lengths.stream().anyMatch(other -> !other.equals(length)) || !length.matches("[0-9]{1,18}")) {
            return new Malformed(400, "malformed content-length");
        }
        return reader.counted(Long.parseLong(length));
    }

    private Result counted(long length) {
        if (length > LARGEST_BODY) {
            return new Malformed(413, "body above " + LARGEST_BODY + " bytes");
        }
        if (!copy(Math.min(length, atMost))) {
            return new Ended();
        }
        return length > atMost ? new Stopped() : new Whole(body.toByteArray());
    }

    private boolean copy(long length) {
        long missing = length;
        while (missing > 0) {
            int count = connection.read(piece, 0, (int) Math.min(missing, piece.length));
            if (count < 0) {
                return false;
            }
            body.write(piece, 0, count);
            missing -= count;
        }
        return true;
    }

    private Result chunked() {
        while (true) {
            if (body.size() >= atMost) {
                return new Stopped();
            }
            StringBuilder line = new StringBuilder();
            LineEnd end = line(line);
            if (end != LineEnd.FOUND) {
                return end == LineEnd.CLIENT_LEFT ? new Ended() : new Malformed(400, "malformed chunk size");
            }
            String size = line.toString().split(";", 2)[0].strip();
            if (!size.matches("[0-9a-fA-F]{1,8}")) {
                return new Malformed(400, "malformed chunk size");
            }
            long length = Long.parseLong(size, 16);
            if (length == 0) {
                return trailers();
            }
            if (body.size() + length > LARGEST_BODY) {
                return new Malformed(413, "body above " + LARGEST_BODY + " bytes");
            }
            if (body.size() + length > atMost) {
                return copy(atMost - body.size()) ? new Stopped() : new Ended();
            }
            if (!copy(length)) {
                return new Ended();
            }
            if (line(new StringBuilder()) != LineEnd.FOUND) {
                return connection.hasLeft() ? new Ended() : new Malformed(400, "malformed end of a chunk");
            }
        }
    }

    private Result trailers() {
        while (true) {
            StringBuilder line = new StringBuilder();
            LineEnd end = line(line);
            if (end != LineEnd.FOUND) {
                return end == LineEnd.CLIENT_LEFT ? new Ended() : new Malformed(400, "malformed trailer");
            }
            if (line.isEmpty()) {
                return new Whole(body.toByteArray());
            }
        }
    }

    private enum LineEnd {
        FOUND,
        CLIENT_LEFT,
        MALFORMED
    }

    private LineEnd line(StringBuilder line) {
        while (true) {
            int next = connection.next();
            if (next < 0) {
                return LineEnd.CLIENT_LEFT;
            }
            if (next == '\r') {
                int end = connection.next();
                return end == '\n' ? LineEnd.FOUND : end < 0 ? LineEnd.CLIENT_LEFT : LineEnd.MALFORMED;
            }
            if (next == '\n' || line.length() >= LONGEST_LINE) {
                return LineEnd.MALFORMED;
            }
            line.append((char) next);
        }
    }
}
