package dev.penstock.store;

import java.util.Arrays;

/**
 * A run of bytes that nobody changes. Compared by content; shows its length and never its content (R-PRIVACY-1).
 */
public final class Bytes {

    /** No bytes. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Takes an array over without copying it; the caller gives it away.
     *
     * @param bytes the array, not to be written any more
     * @return the bytes
     */
    public static Bytes wrap(byte[] bytes) {
        return new Bytes(bytes);
    }

    /**
     * The array itself, not to be written.
     *
     * @return the array that holds the bytes
     */
    public byte[] unsafeArray() {
        return bytes;
    }

    /**
     * How many there are.
     *
     * @return the number
     */
    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
