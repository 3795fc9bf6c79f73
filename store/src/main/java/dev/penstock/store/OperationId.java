package dev.penstock.store;

import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The ledger's own name of an operation: "op_" and 26 characters of Crockford's base 32, 48 bits of time and 80 of
 * chance, so that ids sort by their time. All generations of an operation share it.
 *
 * @param value the id
 */
public record OperationId(String value) {

    private static final Pattern FORM = Pattern.compile("op_[0-9a-hjkmnp-tv-z]{26}");

    private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();

    /** Checks the form. */
    public OperationId {
        if (!FORM.matcher(value).matches()) {
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
        char[] id = new char[29];
        "op_".getChars(0, 3, id, 0);
        put(id, 3, 10, epochMillis & 0xffff_ffff_ffffL);
        put(id, 13, 8, random.nextLong());
        put(id, 21, 8, random.nextLong());
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

    private static void put(char[] target, int from, int length, long bits) {
        for (int i = from + length - 1; i >= from; i--) {
            target[i] = ALPHABET[(int) (bits & 31)];
            bits >>>= 5;
        }
    }
}
