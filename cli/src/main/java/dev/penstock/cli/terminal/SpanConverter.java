package dev.penstock.cli.terminal;

import dev.penstock.time.SpanText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a positive span of time for an option. */
public final class SpanConverter implements ITypeConverter<Duration> {

    /** For picocli. */
    public SpanConverter() {}

    @Override
    public Duration convert(String value) {
        Duration span;
        try {
            span = SpanText.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
        if (span.isZero() || span.isNegative()) {
            throw new TypeConversionException("a span must be above 0");
        }
        return span;
    }
}
