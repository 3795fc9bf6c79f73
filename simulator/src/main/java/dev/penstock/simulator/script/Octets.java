package dev.penstock.simulator.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that compare by their values. Immutable; its text form tells the length only. */
public final class Octets {

    /** No bytes. */
    public static final Octets NONE = new Octets(new byte[0]);

    private final byte[] bytes;

    private Octets(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A copy of some bytes.
     *
     * @param bytes the bytes
     * @return the octets
     */
    public static Octets of(byte[] bytes) {
        return new Octets(bytes.clone());
    }

    /**
     * A text in UTF-8.
     *
     * @param text the text
     * @return the octets
     */
    public static Octets of(String text) {
        return new Octets(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The bytes.
     *
     * @return a copy
     */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /**
     * How many there are.
     *
     * @return the length
     */
    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Octets that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Octets[" + bytes.length + "]";
    }
}
