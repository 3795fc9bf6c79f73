package dev.penstock.policy.attempt;

import java.util.Locale;

/** How constants are written in records, answers and metrics: lower case with underscores. */
final class WireNames {

    private WireNames() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
