package dev.penstock.cli.terminal;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write and read them: "90s", "1h30m", "250ms". */
public final class Spans {

    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private Spans() {}

    /**
     * Reads a span.
     *
     * @param text numbers with the units ms, s, m, h or d, or an ISO-8601 duration
     * @return the span
     * @throws IllegalArgumentException if it is neither; the message says what is expected
     */
    public static Duration parse(String text) {
        String given = text.strip().toLowerCase(Locale.ROOT);
        if (given.startsWith("p")) {
            try {
                return Duration.parse(given);
            } catch (DateTimeParseException e) {
                throw unreadable(text);
            }
        }
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(given);
        int at = 0;
        while (at < given.length() && part.find(at) && part.start() == at) {
            sum = sum.plus(one(Long.parseLong(part.group(1)), part.group(2)));
            at = part.end();
        }
        if (at == 0 || at < given.length()) {
            throw unreadable(text);
        }
        return sum;
    }

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

    private static Duration one(long number, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    private static String two(long major, String majorUnit, long minor, String minorUnit) {
        return minor == 0 ? major + majorUnit : major + majorUnit + " " + minor + minorUnit;
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not a span of time; write for example 90s, 5m, 1h30m or 250ms");
    }
}
