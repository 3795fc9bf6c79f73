package dev.penstock.gateway.api;

import java.time.Duration;

/** Whether the same request is worth repeating by itself, and when if the result does not say. */
enum Again {
    /** No: {@code x-should-retry: false}. */
    NO(Duration.ZERO),
    /** No, and {@code Retry-After} says when a deliberate repeat can do better. */
    LATER(Duration.ofSeconds(5)),
    /** Yes, soon: {@code x-should-retry: true}. */
    YES(Duration.ofSeconds(1));

    private final Duration comeBack;

    Again(Duration comeBack) {
        this.comeBack = comeBack;
    }

    /** When to come back if the result does not say; zero for no {@code Retry-After}. */
    Duration comeBack() {
        return comeBack;
    }

    String inWords() {
        return switch (this) {
            case NO -> "no";
            case LATER -> "no; Retry-After";
            case YES -> "yes; Retry-After";
        };
    }
}
