package dev.penstock.provider.json;

/** Halves of surrogate pairs, which JSON's escapes can write though no Unicode text contains them. */
public final class LoneSurrogates {

    private LoneSurrogates() {}

    /**
     * Whether the characters contain half a pair.
     *
     * @param chars the characters
     * @param from first index
     * @param length how many
     * @return true if some surrogate has no partner
     */
    public static boolean contains(char[] chars, int from, int length) {
        int to = from + length;
        for (int i = from; i < to; i++) {
            char c = chars[i];
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c) || i + 1 == to || !Character.isLowSurrogate(chars[i + 1])) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /**
     * The same text with U+FFFD in place of every half pair.
     *
     * @param text any text
     * @return the text itself if it has none
     */
    public static String replaced(CharSequence text) {
        StringBuilder fixed = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                continue;
            }
            fixed = fixed == null ? new StringBuilder(text) : fixed;
            fixed.setCharAt(i, '\uFFFD');
        }
        return fixed == null ? text.toString() : fixed.toString();
    }
}
