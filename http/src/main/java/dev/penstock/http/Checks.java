package dev.penstock.http;

import java.time.Duration;

/** What configuration must satisfy (R-ATTEMPT-1). */
final class Checks {

    private Checks() {}

    static void positive(Duration value, String name) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, was " + value);
        }
    }

    static void positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, was " + value);
        }
    }
}
