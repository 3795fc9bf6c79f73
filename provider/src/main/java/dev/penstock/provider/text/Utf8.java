package dev.penstock.provider.text;

/** Checks bytes against the well-formed sequences of UTF-8 (Unicode 15, table 3-7). */
public final class Utf8 {

    private Utf8() {}

    /**
     * Where the bytes stop being UTF-8. Overlong forms, surrogates and values above U+10FFFF count as malformed.
     *
     * @param bytes the bytes
     * @param from first index
     * @param to index after the last one
     * @return the index of the first malformed or cut sequence, -1 if there is none
     */
    public static int firstMalformed(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (bytes[i] >= 0) {
                i++;
                continue;
            }
            int length = sequenceLength(bytes, i, to);
            if (length == 0) {
                return i;
            }
            i += length;
        }
        return -1;
    }

    /** The length of the sequence that begins here, 0 if it is malformed or cut. */
    private static int sequenceLength(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (length == 0 || to - at < length) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
