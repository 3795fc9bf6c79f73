package dev.penstock.cli.terminal;

import dev.penstock.policy.attempt.ReplaySetting;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a replay setting, with {@code -} or {@code _}. */
public final class ReplayConverter implements ITypeConverter<ReplaySetting> {

    /** For picocli. */
    public ReplayConverter() {}

    @Override
    public ReplaySetting convert(String value) {
        try {
            return ReplaySetting.valueOf(value.replace('-', '_').toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "'" + value + "' is none of never, after-rejection, after-interruption, after-anything");
        }
    }
}
