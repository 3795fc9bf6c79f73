package dev.penstock.cli.ops;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who decides, and why: kept beside every decision (R-OP-10). */
final class AuthorOption {

    @Option(names = "--author", paramLabel = "NAME", description = "Who decides. Default: the system's user.")
    private @Nullable String author;

    @Option(names = "--why", paramLabel = "TEXT", description = "Why, in your own words; kept in the store.")
    private String why = "";

    String name() {
        return author == null ? System.getProperty("user.name", "unknown") : author;
    }

    String why() {
        return why;
    }
}
