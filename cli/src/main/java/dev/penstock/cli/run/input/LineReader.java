package dev.penstock.cli.run.input;

import dev.penstock.store.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream into lines without holding more than one of them. A line ends with LF or CRLF; a byte order mark at
 * the beginning is passed over. Not thread-safe.
 */
final class LineReader {

    /** The longest line that is read: 32 MiB. What is longer is passed over, its length counted. */
    static final int LONGEST = 32 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;
    private byte[] line = new byte[1 << 12];
    private int number;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** The next line, null at the end of the stream. */
    @Nullable
    RawLine next() throws IOException {
        if (!fill()) {
            return null;
        }
        int kept = 0;
        long length = 0;
        boolean ended = false;
        while (!ended && fill()) {
            int end = indexOfLineFeed();
            int piece = end - from;
            int taken = Math.min(piece, LONGEST - kept);
            append(kept, taken);
            kept += taken;
            length += piece;
            ended = end < to;
            from = ended ? end + 1 : end;
        }
        return finished(kept, length);
    }

    private RawLine finished(int kept, long length) {
        int start = number == 0 && startsWithMark(kept) ? 3 : 0;
        number = Math.addExact(number, 1);
        int end = kept;
        if (length == kept && end > start && line[end - 1] == '\r') {
            end--;
        }
        long shown = length == kept ? end - start : length;
        RawLine finished = new RawLine(number, Bytes.wrap(Arrays.copyOfRange(line, start, end)), shown);
        if (line.length > 1 << 20) {
            line = new byte[1 << 12];
        }
        return finished;
    }

    private boolean startsWithMark(int kept) {
        return kept >= 3 && line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF;
    }

    private void append(int kept, int count) {
        if (kept + count > line.length) {
            line = Arrays.copyOf(line, Math.min(LONGEST, Math.max(kept + count, line.length * 2)));
        }
        System.arraycopy(buffer, from, line, kept, count);
    }

    private int indexOfLineFeed() {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return to;
    }

    private boolean fill() throws IOException {
        if (from < to) {
            return true;
        }
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }
}
