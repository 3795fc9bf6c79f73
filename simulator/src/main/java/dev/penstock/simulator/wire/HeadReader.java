package dev.penstock.simulator.wire;

import dev.penstock.simulator.script.Header;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the head of an HTTP/1.1 request (RFC 9112), strictly. */
public final class HeadReader {

    private static final int LARGEST_HEAD = 65_536;
    private static final String TOKEN = "!#$%&'*+-.^_`|~";

    private final ClientConnection connection;
    private int size;

    private HeadReader(ClientConnection connection) {
        this.connection = connection;
    }

    /** What was read. */
    public sealed interface Result {}

    /**
     * A whole head.
     *
     * @param head the head
     */
    public record Whole(HttpHead head) implements Result {}

    /** The client left before the head's end. */
    public record Ended() implements Result {}

    /**
     * Something that is not a head.
     *
     * @param status the status that says so
     * @param reason what is wrong with it
     */
    public record Malformed(int status, String reason) implements Result {}

    /** Carries what is wrong out of the parts. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
        private final int status;
        private final String reason;

        Refused(int status, String reason) {
            super(reason, null, false, false);
            this.status = status;
            this.reason = reason;
        }
    }

    /**
     * Reads a head.
     *
     * @param connection from where
     * @return what was read
     */
    public static Result read(ClientConnection connection) {
        try {
            return new HeadReader(connection).head();
        } catch (Refused refused) {
            return new Malformed(refused.status, refused.reason);
        }
    }

    private Result head() throws Refused {
        String start = line();
        if (start != null && start.isEmpty()) {
            start = line();
        }
        if (start == null) {
            return new Ended();
        }
        String[] parts = start.split(" ", -1);
        if (parts.length != 3 || !isToken(parts[0]) || parts[1].isEmpty()) {
            throw new Refused(400, "malformed request line");
        }
        int minor = minorVersion(parts[2]);
        List<Header> headers = new ArrayList<>();
        for (String line = line(); ; line = line()) {
            if (line == null) {
                return new Ended();
            }
            if (line.isEmpty()) {
                break;
            }
            headers.add(header(line));
        }
        HttpHead head = new HttpHead(parts[0], parts[1], minor, List.copyOf(headers));
        checkHost(head);
        return new Whole(head);
    }

    private static int minorVersion(String version) throws Refused {
        return switch (version) {
            case "HTTP/1.1" -> 1;
            case "HTTP/1.0" -> 0;
            default -> throw new Refused(version.startsWith("HTTP/") ? 505 : 400, "not HTTP/1.1");
        };
    }

    private static void checkHost(HttpHead head) throws Refused {
        int hosts = head.headers("host").size();
        if (hosts > 1 || (hosts == 0 && head.minorVersion() == 1)) {
            throw new Refused(400, "exactly one Host is needed");
        }
    }

    private static Header header(String line) throws Refused {
        int colon = line.indexOf(':');
        if (colon <= 0 || !isToken(line.substring(0, colon))) {
            throw new Refused(400, "malformed header field");
        }
        return new Header(line.substring(0, colon), line.substring(colon + 1).strip());
    }

    private static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> (c >= '0' && c <= '9')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= 'a' && c <= 'z')
                                || TOKEN.indexOf(c) >= 0);
    }

    private @Nullable String line() throws Refused {
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = connection.next();
            if (next < 0) {
                return null;
            }
            if (++size > LARGEST_HEAD) {
                throw new Refused(431, "head above " + LARGEST_HEAD + " bytes");
            }
            if (next == '\r') {
                int end = connection.next();
                if (end == '\n') {
                    return line.toString();
                }
                if (end < 0) {
                    return null;
                }
                throw new Refused(400, "bare carriage return");
            }
            if (next == '\n' || next == 0) {
                throw new Refused(400, "bare line feed or zero byte");
            }
            line.append((char) next);
        }
    }
}
