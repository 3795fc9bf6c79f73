package dev.penstock.gateway.metrics;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** Names and values of labels, one after the other, as the registry takes them. */
final class Labels {

    private Labels() {}

    /** Constants in lower case; anything else as it is. */
    static String[] of(Object... labels) {
        String[] texts = new String[labels.length];
        for (int i = 0; i < labels.length; i++) {
            texts[i] = labels[i] instanceof Enum<?> constant
                    ? constant.name().toLowerCase(Locale.ROOT)
                    : String.valueOf(labels[i]);
        }
        return texts;
    }

    /** Both, one after the other. */
    static String[] joined(String[] first, String... second) {
        return Stream.concat(Arrays.stream(first), Arrays.stream(second)).toArray(String[]::new);
    }
}
