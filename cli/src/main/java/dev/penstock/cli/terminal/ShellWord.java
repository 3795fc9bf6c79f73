package dev.penstock.cli.terminal;

import java.util.regex.Pattern;

/** Text as a POSIX shell has to be given it, so that a printed command can be pasted. */
public final class ShellWord {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellWord() {}

    /**
     * Quotes a word where that is needed.
     *
     * @param word any text
     * @return the word, in single quotes unless it is plain
     */
    public static String of(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
