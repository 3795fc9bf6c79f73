package dev.penstock.cli.run.input;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Which custom ids a file has had so far, and on which line: open addressing over 128 bits of each id's digest, so that
 * a million lines take about 40 MB whatever their ids look like. Two different ids share 128 bits with a chance below
 * 10^-20 at a billion lines. Not thread-safe.
 */
public final class DuplicateTable {

    private static final int FIRST_CAPACITY = 1 << 12;

    private final MessageDigest sha256;
    private long[] high = new long[FIRST_CAPACITY];
    private long[] low = new long[FIRST_CAPACITY];
    private int[] lines = new int[FIRST_CAPACITY];
    private int size;

    /** Makes an empty table. */
    public DuplicateTable() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Notes an id, unless it was there before.
     *
     * @param customId the id
     * @param line the line it stands on, counted from 1
     * @return 0 if it is new, else the line that had it first
     */
    public int firstLine(String customId, int line) {
        if (line < 1) {
            throw new IllegalArgumentException("lines are counted from 1");
        }
        ByteBuffer digest = digest(customId);
        int earlier = put(digest.getLong(), digest.getLong(), line);
        if (earlier == 0 && ++size > lines.length / 5 * 3) {
            grow();
        }
        return earlier;
    }

    /**
     * Whether an id was noted.
     *
     * @param customId the id
     * @return true if some line had it
     */
    public boolean contains(String customId) {
        ByteBuffer digest = digest(customId);
        return lines[slot(digest.getLong(), digest.getLong())] != 0;
    }

    /**
     * How many different ids there were.
     *
     * @return the number
     */
    public int size() {
        return size;
    }

    private int put(long idHigh, long idLow, int line) {
        int at = slot(idHigh, idLow);
        if (lines[at] == 0) {
            high[at] = idHigh;
            low[at] = idLow;
            lines[at] = line;
            return 0;
        }
        return lines[at];
    }

    /** Where an id stands, or would. */
    private int slot(long idHigh, long idLow) {
        int mask = lines.length - 1;
        int at = (int) idHigh & mask;
        while (lines[at] != 0 && (high[at] != idHigh || low[at] != idLow)) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private ByteBuffer digest(String customId) {
        return ByteBuffer.wrap(sha256.digest(customId.getBytes(StandardCharsets.UTF_8)));
    }

    private void grow() {
        long[] oldHigh = high;
        long[] oldLow = low;
        int[] oldLines = lines;
        int capacity = Math.multiplyExact(oldLines.length, 2);
        high = new long[capacity];
        low = new long[capacity];
        lines = new int[capacity];
        for (int i = 0; i < oldLines.length; i++) {
            if (oldLines[i] != 0) {
                put(oldHigh[i], oldLow[i], oldLines[i]);
            }
        }
    }
}
