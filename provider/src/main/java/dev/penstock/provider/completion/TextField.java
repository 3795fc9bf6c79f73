package dev.penstock.provider.completion;

import org.jspecify.annotations.Nullable;

/** A text member that arrives in pieces. Absent, null and "" stay three different things (B023). */
final class TextField {

    private @Nullable StringBuilder text;
    private boolean sawNull;

    void sawNull() {
        sawNull = true;
    }

    void append(char[] chars, int offset, int length) {
        StringBuilder grown = text;
        if (grown == null) {
            grown = new StringBuilder();
            text = grown;
        }
        grown.append(chars, offset, length);
    }

    void append(String more) {
        append(more.toCharArray(), 0, more.length());
    }

    /** Whether neither a text nor null came. */
    boolean isAbsent() {
        return text == null && !sawNull;
    }

    /** Whether any character came. */
    boolean hasText() {
        return text != null && !text.isEmpty();
    }

    /** The text, null if only null came or nothing. */
    @Nullable
    StringBuilder text() {
        return text;
    }
}
