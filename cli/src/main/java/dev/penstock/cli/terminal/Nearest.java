package dev.penstock.cli.terminal;

import java.util.Collection;

/** The known word that a mistyped one was probably meant to be. */
public final class Nearest {

    private Nearest() {}

    /**
     * Looks for the nearest word.
     *
     * @param word what was written
     * @param known what might have been meant
     * @return " (did you mean 'x'?)", or "" if nothing is near
     */
    public static String hint(String word, Collection<String> known) {
        String best = "";
        int least = Math.max(2, word.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(word, candidate);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best.isEmpty() ? "" : " (did you mean '" + best + "'?)";
    }

    /** How many letters have to be changed, added or removed. */
    private static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int swap = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(swap, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
