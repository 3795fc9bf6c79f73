package dev.penstock.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Spans of time as people read them: "1h 30m", "250 ms". */
public final class Spans {

    private Spans() {}

    /**
     * Writes a span for people, to two units at most.
     *
     * @param span any span
     * @return "2h 5m", "1m 4s", "3.2 s", "45 ms"
     */
    public static String text(Duration span) {
        if (span.isNegative()) {
            return "0 s";
        }
        long seconds = span.toSeconds();
        if (seconds >= 86_400) {
            return two(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h");
        }
        if (seconds >= 3_600) {
            return two(seconds / 3_600, "h", seconds % 3_600 / 60, "m");
        }
        if (seconds >= 60) {
            return two(seconds / 60, "m", seconds % 60, "s");
        }
        if (seconds >= 10) {
            return seconds + " s";
        }
        if (seconds >= 1) {
            return span.toMillis() % 1_000 == 0
                    ? seconds + " s"
                    : String.format(Locale.ROOT, "%.1f s", span.toMillis() / 1000.0);
        }
        return span.toMillis() + " ms";
    }

    private static String two(long major, String majorUnit, long minor, String minorUnit) {
        return minor == 0 ? major + majorUnit : major + majorUnit + " " + minor + minorUnit;
    }
}
