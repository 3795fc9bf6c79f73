package dev.penstock.provider.text;

import java.util.Arrays;

/** Bytes that grow at their end and can be read where they lie. Not thread-safe. */
public final class ByteBuilder {

    private static final int FIRST_CAPACITY = 1_024;
    private static final byte[] EMPTY = {};

    private byte[] bytes = EMPTY;
    private int length;

    /**
     * Adds bytes.
     *
     * @param source where they are
     * @param from first index
     * @param to index after the last one
     */
    public void append(byte[] source, int from, int to) {
        int count = to - from;
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }

    /**
     * Adds one byte.
     *
     * @param value the byte
     */
    public void append(char value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    private void reserve(int count) {
        int needed = Math.addExact(length, count);
        if (needed > bytes.length) {
            int doubled = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, Math.max(needed, Math.max(doubled, FIRST_CAPACITY)));
        }
    }

    /**
     * The array that holds the bytes; only the first {@link #length()} belong to them.
     *
     * @return the array itself, valid until the next change
     */
    public byte[] array() {
        return bytes;
    }

    /**
     * How many bytes there are.
     *
     * @return the number of bytes
     */
    public int length() {
        return length;
    }

    /**
     * A copy of the bytes.
     *
     * @return exactly {@link #length()} bytes
     */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** Forgets the bytes and keeps the room. */
    public void clear() {
        length = 0;
    }
}
