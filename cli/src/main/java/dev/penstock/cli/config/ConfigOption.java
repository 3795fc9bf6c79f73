package dev.penstock.cli.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the configuration file; it is read before the others are parsed. */
public final class ConfigOption {

    @Option(
            names = ConfigDefaults.OPTION,
            paramLabel = "FILE",
            description = "Values for options, in YAML: 'max_attempts: 5' for --max-attempts 5. $${ENV} is replaced."
                    + " The command line wins.")
    private @Nullable Path config;

    /** For picocli. */
    public ConfigOption() {}

    /**
     * The file.
     *
     * @return where it is, null if none was named
     */
    public @Nullable Path file() {
        return config;
    }
}
