package dev.penstock.gateway.api;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Header fields of which each comes at most once. */
record Fields(Function<String, List<String>> all) {

    private static final int LONGEST = 255;

    /** The field's value; null if there is none. */
    @Nullable
    String single(String name) throws HeaderFault {
        List<String> values = all.apply(name);
        if (values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw new HeaderFault(name, "must be given once");
        }
        return values.getFirst();
    }

    /** One of the words; null if there is none. */
    <E extends Enum<E>> @Nullable E word(String name, Class<E> words, Function<E, String> spelling) throws HeaderFault {
        String value = single(name);
        if (value == null) {
            return null;
        }
        StringBuilder known = new StringBuilder();
        for (E word : words.getEnumConstants()) {
            if (spelling.apply(word).equalsIgnoreCase(value)) {
                return word;
            }
            known.append(known.isEmpty() ? "" : ", ").append(spelling.apply(word));
        }
        throw new HeaderFault(name, "must be one of " + known);
    }

    /** A whole number from a smallest one up; null if there is none. */
    @Nullable
    Long number(String name, long smallest) throws HeaderFault {
        String value = single(name);
        if (value == null) {
            return null;
        }
        boolean digits =
                !value.isEmpty() && value.length() <= 12 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        long number = digits ? Long.parseLong(value) : -1;
        if (number < smallest) {
            throw new HeaderFault(name, "must be a whole number of at least " + smallest);
        }
        return number;
    }

    /** Visible characters, at most 255; null if there are none. */
    @Nullable
    String visible(String name) throws HeaderFault {
        String value = single(name);
        if (value != null) {
            checkVisible(name, value, '!');
        }
        return value;
    }

    /**
     * A structured field's string (RFC 8941, 3.3.3), or the same without its quotes, as most clients send it; null if there
     * is none.
     */
    @Nullable
    String stringOrBare(String name) throws HeaderFault {
        String value = single(name);
        if (value == null || !value.startsWith("\"")) {
            return value == null ? null : checkVisible(name, value, '!');
        }
        StringBuilder text = new StringBuilder(value.length());
        int end = value.length() - 1;
        for (int i = 1; i < end; i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < end && "\"\\".indexOf(value.charAt(i + 1)) >= 0) {
                i++;
                c = value.charAt(i);
            } else if (c == '\\' || c == '"') {
                throw new HeaderFault(name, "must be one quoted string or a bare value");
            }
            text.append(c);
        }
        if (end < 1 || value.charAt(end) != '"') {
            throw new HeaderFault(name, "must be one quoted string or a bare value");
        }
        return checkVisible(name, text.toString(), ' ');
    }

    private static String checkVisible(String name, String value, char smallest) throws HeaderFault {
        if (value.isEmpty() || value.length() > LONGEST || value.chars().anyMatch(c -> c < smallest || c > '~')) {
            throw new HeaderFault(name, "must be 1 to " + LONGEST + " visible ASCII characters");
        }
        return value;
    }
}
