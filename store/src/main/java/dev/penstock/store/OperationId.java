package dev.penstock.store;

import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * The ledger's own name of an operation: "op_" and 26 characters of Crockford's base 32, 48 bits of time and 80 of
 * chance, so that ids sort by their time. All generations of an operation share it.
 *
 * @param value the id
 */
public record OperationId(String value) {

    private static final String PREFIX = "op_";
    private static final int LENGTH = PREFIX.length() + 26;
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

    /** Checks the form. */
    public OperationId {
        if (!hasForm(value)) {
            throw new IllegalArgumentException("an operation id looks like op_01jf4z2q8r3m5x7c9v1b2n4k6d");
        }
    }

    /**
     * A new id.
     *
     * @param epochMillis the time it bears
     * @param random chance for the other 80 bits
     * @return the id
     */
    public static OperationId create(long epochMillis, RandomGenerator random) {
        char[] id = new char[LENGTH];
        PREFIX.getChars(0, PREFIX.length(), id, 0);
        put(id, 3, 10, epochMillis & 0xffff_ffff_ffffL);
        // One draw: a strong generator's price is by the draw, not by the byte.
        byte[] chance = new byte[10];
        random.nextBytes(chance);
        put(id, 13, 8, bits(chance, 0));
        put(id, 21, 8, bits(chance, 5));
        return new OperationId(new String(id));
    }

    /**
     * Reads an id that a person typed.
     *
     * @param text the id, in any case
     * @return the id
     * @throws IllegalArgumentException if it is not one
     */
    public static OperationId parse(String text) {
        return new OperationId(text.strip().toLowerCase(Locale.ROOT));
    }

    /** Forty bits. */
    private static long bits(byte[] bytes, int from) {
        long bits = 0;
        for (int i = from; i < from + 5; i++) {
            bits = bits << 8 | (bytes[i] & 0xff);
        }
        return bits;
    }

    private static boolean hasForm(String value) {
        if (value.length() != LENGTH || !value.startsWith(PREFIX)) {
            return false;
        }
        for (int i = PREFIX.length(); i < LENGTH; i++) {
            if (ALPHABET.indexOf(value.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static void put(char[] target, int from, int length, long bits) {
        for (int i = from + length - 1; i >= from; i--) {
            target[i] = ALPHABET.charAt((int) (bits & 31));
            bits >>>= 5;
        }
    }
}
