package dev.penstock.provider.request;

/**
 * A rough count of the tokens in a prompt, for pacing and never for money: 0.3 per ASCII character and 0.6 per other
 * one, the ratios in DeepSeek's page "Token &amp; Token Usage" (reviewed 2026-06-30). Data URLs are not text and are not
 * counted.
 */
final class TokenEstimate {

    private static final int TENTHS_PER_ASCII = 3;
    private static final int TENTHS_PER_OTHER = 6;

    private long tenths;

    void add(char[] chars, int from, int length) {
        if (isDataUrl(chars, from, length)) {
            return;
        }
        int other = 0;
        for (int i = from; i < from + length; i++) {
            if (chars[i] > 0x7F && !Character.isLowSurrogate(chars[i])) {
                other++;
            }
        }
        tenths += (long) (length - other) * TENTHS_PER_ASCII + (long) other * TENTHS_PER_OTHER;
    }

    /** Rounded up. */
    long tokens() {
        return (tenths + 9) / 10;
    }

    private static boolean isDataUrl(char[] chars, int from, int length) {
        return length > 5 && new String(chars, from, 5).equals("data:");
    }
}
