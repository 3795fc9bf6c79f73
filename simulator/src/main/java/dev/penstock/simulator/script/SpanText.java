package dev.penstock.simulator.script;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lengths of time: {@code 250ms}, {@code 10ms..30ms}, {@code forever}. */
final class SpanText {

    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})(us|ms|s|m|h)");

    private SpanText() {}

    static Span parse(String text) {
        if (text.equals("forever") || text.equals("never")) {
            return Span.FOREVER;
        }
        String[] bounds = text.split("\\.\\.", -1);
        return switch (bounds.length) {
            case 1 -> Span.of(duration(text));
            case 2 -> Span.between(duration(bounds[0]), duration(bounds[1]));
            default -> throw wrong(text);
        };
    }

    static Duration duration(String text) {
        Matcher matcher = LENGTH.matcher(text);
        if (!matcher.matches()) {
            throw wrong(text);
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> Duration.ofNanos(count * 1_000);
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is no length of time; write 250ms, 2s, 10ms..30ms or forever (units us, ms, s, m, h)");
    }
}
