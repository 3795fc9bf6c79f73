package dev.penstock.gateway.metrics;

import java.util.Locale;

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
}
