package dev.penstock.store.jdbc.ledger;

import java.time.Duration;

/** Durations as the columns hold them. */
final class Spans {

    /** The longest span that is told apart from for ever: 1,000 years. */
    private static final Duration LONGEST = Duration.ofDays(365_250);

    private Spans() {}

    /** Whole milliseconds, rounded up and at most 1,000 years, so that no sum wraps (B057). */
    static long millis(Duration span) {
        if (span.compareTo(LONGEST) >= 0) {
            return LONGEST.toMillis();
        }
        long millis = span.toMillis();
        return Duration.ofMillis(millis).compareTo(span) < 0 ? millis + 1 : millis;
    }
}
