package dev.penstock.provider.text;

import java.util.regex.Pattern;

/** Makes a stranger's text fit to be kept: one bounded line without markup, control characters or anything like a key. */
public final class Redaction {

    /** The longest text that is kept, in characters. */
    public static final int MAX_LENGTH = 500;

    private static final int MAX_INPUT = 64 * 1024;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cn}\\s]+");
    private static final Pattern SECRET = Pattern.compile("(?i)\\bbearer\\s+[^\\s\"',;]+"
            + "|\\b(?:sk|pk|rk|key|api[_-]?key)[-_][\\w*.\\-]{6,}"
            + "|\\beyJ[\\w-]{8,}(?:\\.[\\w-]+)*"
            + "|\\bapi[_ -]?key[\"']?\\s*[:=]\\s*[\"']?[\\w*.\\-]{6,}");

    private Redaction() {}

    /**
     * The text as it may be kept.
     *
     * @param text what a provider or an intermediary wrote
     * @return one line of at most {@link #MAX_LENGTH} characters, "" if nothing is left
     */
    public static String of(String text) {
        String bounded = text.length() > MAX_INPUT ? text.substring(0, MAX_INPUT) : text;
        String plain = Markup.stripped(bounded);
        String line = UNPRINTABLE.matcher(plain).replaceAll(" ").strip();
        String safe = SECRET.matcher(line).replaceAll("[redacted]");
        if (safe.length() <= MAX_LENGTH) {
            return safe;
        }
        int end = Character.isHighSurrogate(safe.charAt(MAX_LENGTH - 2)) ? MAX_LENGTH - 2 : MAX_LENGTH - 1;
        return safe.substring(0, end) + "…";
    }
}
