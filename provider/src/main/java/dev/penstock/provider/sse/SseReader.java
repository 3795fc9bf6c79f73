package dev.penstock.provider.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.text.ByteBuilder;
import dev.penstock.provider.text.Utf8;

/**
 * Reads an event stream (WHATWG HTML, section 9.2) from bytes as they arrive. Lines end with LF, CR or CRLF; events are
 * given as soon as their blank line is there, and are the same however the bytes are cut (B011, B012, B016). Every byte
 * is looked at once. Comments are counted and dropped (B004). {@code id} and {@code retry} are ignored: nothing here
 * ever reconnects (B019). Not thread-safe.
 */
public final class SseReader {

    /** The default for the largest line or event: 16 MiB (B017). */
    public static final int DEFAULT_MAX_FRAME_BYTES = 16 * 1024 * 1024;

    private static final byte[] DATA = "data".getBytes(UTF_8);
    private static final byte[] EVENT = "event".getBytes(UTF_8);
    private static final byte[] ID = "id".getBytes(UTF_8);
    private static final byte[] RETRY = "retry".getBytes(UTF_8);

    private static final byte[] NOT_KEPT = {};

    private final int maxFrameBytes;
    private final SseListener listener;
    private final boolean keepsRaw;
    private final ByteBuilder line = new ByteBuilder();
    private final ByteBuilder data = new ByteBuilder();
    private final ByteBuilder raw = new ByteBuilder();
    private boolean hasData;
    private String name = "";
    private boolean firstLine = true;
    private boolean skipLineFeed;
    private boolean stopped;
    private boolean tooLarge;
    private boolean truncated;
    private boolean invalidUtf8;
    private long comments;

    /**
     * A reader at the start of a stream.
     *
     * @param maxFrameBytes the largest line and the largest event, in bytes, above 0
     * @param listener who is told
     */
    public SseReader(int maxFrameBytes, SseListener listener) {
        this(maxFrameBytes, listener, false);
    }

    /**
     * A reader at the start of a stream.
     *
     * @param maxFrameBytes the largest line and the largest event, in bytes, above 0
     * @param listener who is told
     * @param keepsRaw whether events keep their lines as they came
     */
    public SseReader(int maxFrameBytes, SseListener listener, boolean keepsRaw) {
        if (maxFrameBytes < 1) {
            throw new IllegalArgumentException("the largest frame must be above 0, not " + maxFrameBytes);
        }
        this.maxFrameBytes = maxFrameBytes;
        this.listener = listener;
        this.keepsRaw = keepsRaw;
    }

    /**
     * Reads the next bytes.
     *
     * @param bytes where they are; not kept
     * @param offset first index
     * @param length how many, may be 0
     * @return how many were read: fewer than {@code length} only after {@link #stop()} or a frame that is too large
     */
    public int accept(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int start = offset;
        int i = offset;
        while (i < end && !stopped) {
            byte b = bytes[i];
            if (b == '\n' || b == '\r') {
                if (b == '\n' && skipLineFeed && i == start && line.length() == 0) {
                    skipLineFeed = false;
                } else {
                    skipLineFeed = b == '\r';
                    endOfLine(bytes, start, i);
                }
                start = i + 1;
            } else {
                skipLineFeed = false;
            }
            i++;
        }
        if (!stopped && start < end && fits(end - start)) {
            line.append(bytes, start, end);
        }
        return i - offset;
    }

    /** Ends the stream. An event without its blank line is not given: {@link #truncated()} tells (B027). */
    public void end() {
        if (stopped) {
            return;
        }
        stopped = true;
        truncated = hasData || (line.length() > 0 && line.array()[0] != ':');
        if (line.length() > 0 && !isField(line.array(), 0, line.length())) {
            listener.stray(line.array(), 0, line.length());
        }
    }

    /** Reads no further, from within the listener too (B021). */
    public void stop() {
        stopped = true;
    }

    /**
     * Whether a line or an event was larger than allowed. Nothing is read after it.
     *
     * @return true once it happened
     */
    public boolean tooLarge() {
        return tooLarge;
    }

    /**
     * Whether the stream ended inside an event. A comment that is cut is a keep-alive like any other.
     *
     * @return false before {@link #end()}
     */
    public boolean truncated() {
        return truncated;
    }

    /**
     * Whether bytes that are not UTF-8 were replaced by U+FFFD.
     *
     * @return true once it happened
     */
    public boolean invalidUtf8() {
        return invalidUtf8;
    }

    /**
     * How many comment lines came.
     *
     * @return the number of comments
     */
    public long comments() {
        return comments;
    }

    private void endOfLine(byte[] bytes, int from, int to) {
        if (!fits(to - from)) {
            return;
        }
        if (line.length() == 0) {
            line(bytes, from, to);
        } else {
            line.append(bytes, from, to);
            line(line.array(), 0, line.length());
            line.clear();
        }
    }

    private boolean fits(int more) {
        long event = Math.max(data.length(), raw.length());
        if (line.length() + event + more > maxFrameBytes) {
            tooLarge = true;
            stopped = true;
        }
        return !tooLarge;
    }

    private void line(byte[] bytes, int from, int to) {
        int start = from;
        if (firstLine) {
            firstLine = false;
            start += startsWithByteOrderMark(bytes, from, to) ? 3 : 0;
        }
        if (start == to) {
            dispatch();
        } else if (bytes[start] == ':') {
            comments++;
        } else {
            field(bytes, start, to);
        }
    }

    private void field(byte[] bytes, int from, int to) {
        if (keepsRaw) {
            raw.append(bytes, from, to);
            raw.append('\n');
        }
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, to);
        if (value < to && bytes[value] == ' ') {
            value++;
        }
        if (matches(DATA, bytes, from, colon)) {
            if (hasData) {
                data.append('\n');
            }
            hasData = true;
            appendData(bytes, value, to);
        } else if (matches(EVENT, bytes, from, colon)) {
            name = new String(bytes, value, to - value, UTF_8);
        } else if (!isField(bytes, from, colon)) {
            listener.stray(bytes, from, to);
        }
    }

    private void appendData(byte[] bytes, int from, int to) {
        if (Utf8.firstMalformed(bytes, from, to) < 0) {
            data.append(bytes, from, to);
            return;
        }
        invalidUtf8 = true;
        byte[] replaced = new String(bytes, from, to - from, UTF_8).getBytes(UTF_8);
        data.append(replaced, 0, replaced.length);
    }

    private void dispatch() {
        if (hasData) {
            SseEvent event = new SseEvent(name, data.toByteArray(), rawEvent());
            hasData = false;
            data.clear();
            raw.clear();
            name = "";
            listener.event(event);
        }
        raw.clear();
        name = "";
    }

    private byte[] rawEvent() {
        if (!keepsRaw) {
            return NOT_KEPT;
        }
        raw.append('\n');
        return raw.toByteArray();
    }

    /** Whether the bytes up to their colon name a field of the format, or are a comment. */
    private static boolean isField(byte[] bytes, int from, int to) {
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        return colon == from
                || matches(DATA, bytes, from, colon)
                || matches(EVENT, bytes, from, colon)
                || matches(ID, bytes, from, colon)
                || matches(RETRY, bytes, from, colon);
    }

    private static boolean matches(byte[] field, byte[] bytes, int from, int to) {
        if (to - from != field.length) {
            return false;
        }
        for (int i = 0; i < field.length; i++) {
            if (bytes[from + i] != field[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean startsWithByteOrderMark(byte[] bytes, int from, int to) {
        return to - from >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
    }
}
