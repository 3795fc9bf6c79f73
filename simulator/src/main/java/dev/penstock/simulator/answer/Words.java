package dev.penstock.simulator.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes words by chance, and cuts texts into tokens. */
final class Words {

    private static final String[] LIST = {
        "water",
        "gate",
        "river",
        "turbine",
        "pressure",
        "valve",
        "flow",
        "stone",
        "the",
        "through",
        "under",
        "runs",
        "opens",
        "holds",
        "turns",
        "and",
        "a",
        "slow",
        "bright",
        "steady",
        "over",
        "dam",
        "pipe",
        "wheel",
        "level",
        "rises",
        "falls",
        "clear",
        "deep",
        "every",
        "with",
        "light"
    };

    private Words() {}

    /** So many tokens: the first is given, each but the last ends with a space. */
    static List<String> tokens(String first, int count, RandomGenerator chance) {
        List<String> tokens = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String word = i == 0 ? first : LIST[chance.nextInt(LIST.length)];
            tokens.add(i == count - 1 ? word : word + " ");
        }
        return tokens;
    }

    /** A text in tokens, cut after each space. */
    static List<String> split(String text) {
        List<String> tokens = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int space = text.indexOf(' ', from);
            int to = space < 0 ? text.length() : space + 1;
            tokens.add(text.substring(from, to));
            from = to;
        }
        return tokens;
    }

    /** The same tokens joined to so many pieces of about the same number; 0 leaves them as they are. */
    static List<String> join(List<String> tokens, int pieces) {
        if (pieces == 0 || tokens.isEmpty()) {
            return tokens;
        }
        if (pieces > tokens.size()) {
            return cut(String.join("", tokens), pieces);
        }
        List<String> joined = new ArrayList<>(pieces);
        for (int i = 0; i < pieces; i++) {
            int from = (int) ((long) tokens.size() * i / pieces);
            int to = (int) ((long) tokens.size() * (i + 1) / pieces);
            joined.add(String.join("", tokens.subList(from, to)));
        }
        return joined;
    }

    /** A text in so many pieces, none of which splits a character; fewer if it is too short. */
    private static List<String> cut(String text, int pieces) {
        int[] points = text.codePoints().toArray();
        int count = Math.min(pieces, points.length);
        List<String> cut = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int from = (int) ((long) points.length * i / count);
            int to = (int) ((long) points.length * (i + 1) / count);
            cut.add(new String(points, from, to - from));
        }
        return cut;
    }
}
