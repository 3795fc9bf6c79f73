package dev.penstock.it.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What TLC found.
 *
 * @param exit 0 if it looked at all states and found no error
 * @param said all that it printed, the way to an error included
 */
public record Found(int exit, String said) {

    private static final Pattern DISTINCT = Pattern.compile("([\\d,]+) distinct states found, 0 states left");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");

    /** Whether every state was looked at, and none was wrong. */
    public boolean holds() {
        return exit == 0 && said.contains("No error has been found");
    }

    /** How many different states there are; only for what holds. */
    public long distinctStates() {
        return number(DISTINCT);
    }

    /** How many steps the farthest of them is away; only for what holds. */
    public long depth() {
        return number(DEPTH);
    }

    private long number(Pattern pattern) {
        Matcher matcher = pattern.matcher(said);
        if (!matcher.find()) {
            throw new AssertionError(said);
        }
        return Long.parseLong(matcher.group(1).replace(",", ""));
    }
}
