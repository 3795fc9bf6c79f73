package dev.penstock.cli.terminal;

import java.util.regex.Pattern;

/**
 * Text that somebody else may have chosen, fit for a terminal: a control character could move the cursor, forge a line or
 * give the terminal a command, and a change of the direction could show words in another order than they have.
 */
public final class Printable {

    private static final Pattern UNFIT =
            Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private static final Pattern UNFIT_IN_LINES = Pattern.compile("[" + UNFIT.pattern() + "&&[^\\n\\t]]");

    private Printable() {}

    /**
     * Puts a replacement character (U+FFFD) in the place of each that a terminal would not merely show.
     *
     * @param line any text; a line break counts as a control character
     * @return one line
     */
    public static String of(String line) {
        return UNFIT.matcher(line).replaceAll("\ufffd");
    }

    /**
     * The same for what has several lines: it keeps its line breaks and tabs.
     *
     * @param text any text
     * @return as many lines
     */
    static String ofLines(String text) {
        return UNFIT_IN_LINES.matcher(text.replace("\r\n", "\n")).replaceAll("\ufffd");
    }

    /** Writes each of them as an escape, which a reader of JSON turns back: only strings can hold one. */
    static String inJson(String json) {
        return UNFIT.matcher(json)
                .replaceAll(
                        found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }
}
