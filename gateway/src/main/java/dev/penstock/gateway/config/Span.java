package dev.penstock.gateway.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.penstock.time.SpanText;
import java.time.Duration;

/**
 * A positive span of time in the file.
 *
 * @param value the span
 */
public record Span(Duration value) {

    /** Checks it. */
    public Span {
        if (!value.isPositive()) {
            throw new IllegalArgumentException("a span must be above 0");
        }
    }

    /**
     * Reads a span.
     *
     * @param text "90s", "5m", "1h30m", "250ms", or ISO 8601
     * @return the span
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Span of(String text) {
        return new Span(SpanText.parse(text));
    }

    static Span ofSeconds(long seconds) {
        return new Span(Duration.ofSeconds(seconds));
    }
}
