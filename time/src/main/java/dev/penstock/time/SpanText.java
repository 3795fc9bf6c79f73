package dev.penstock.time;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write them in options and files: "90s", "1h30m", "250ms". */
public final class SpanText {

    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private SpanText() {}

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

    private static Duration one(long number, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not a span of time; write for example 90s, 5m, 1h30m or 250ms");
    }
}
