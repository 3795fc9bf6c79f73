package dev.penstock.cli;

import dev.penstock.cli.config.ConfigDefaults;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Nearest;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line for the user; a stack trace is for our own faults, and only when asked for. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** Set to anything, it shows the stack trace of an internal error. */
    private static final String TRACE_VARIABLE = "PENSTOCK_TRACE";

    private final Surroundings around;
    private @Nullable ConfigDefaults config;

    Failures(Surroundings around) {
        this.around = around;
    }

    /** Lets messages name the line of the configuration file that a value came from. */
    void explainWith(ConfigDefaults defaults) {
        config = defaults;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        if (e.getCause() instanceof Refusal refusal) {
            return report(refusal);
        }
        CommandSpec command = e.getCommandLine().getCommandSpec();
        String place = config == null || e.getArgSpec() == null ? null : config.placeOf(e.getArgSpec(), e.getValue());
        around.say(message(e, command)
                + (place == null ? "" : " (" + place + ")")
                + ". See '" + command.qualifiedName() + " --help'.");
        return ExitCode.REFUSED.value();
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
        return switch (e) {
            case Refusal refusal -> report(refusal);
            case StoreException store -> refused(oneLine(store.getMessage()));
            case ConfigurationException configuration -> refused(oneLine(configuration.getMessage()));
            case IOException io -> refused(oneLine(io.getMessage()) + " (" + Reason.of(io) + ")");
            case UncheckedIOException io -> refused(oneLine(Reason.of(Objects.requireNonNull(io.getCause()))));
            default -> internal(e);
        };
    }

    /** Prints a refusal and gives its code. */
    int report(Refusal refusal) {
        around.say(oneLine(refusal.getMessage()));
        return refusal.exitCode().value();
    }

    private int refused(String message) {
        around.say(message);
        return ExitCode.REFUSED.value();
    }

    private int internal(Exception e) {
        around.say("internal error (" + e.getClass().getName() + "). Nothing recorded was lost; please report it with"
                + " the output of the same command under " + TRACE_VARIABLE + "=1.");
        if (around.variable(TRACE_VARIABLE) != null) {
            e.printStackTrace(around.err());
        }
        return ExitCode.WORK_LEFT.value();
    }

    private static String message(ParameterException e, CommandSpec command) {
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().getFirst();
            return word.startsWith("-")
                    ? "unknown option '" + word + "'" + Nearest.hint(word, options(command))
                    : "unexpected '" + word + "'"
                            + Nearest.hint(word, command.subcommands().keySet());
        }
        String text = oneLine(e.getMessage());
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }

    private static List<String> options(CommandSpec command) {
        List<String> names = new ArrayList<>();
        command.options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static String oneLine(@Nullable String text) {
        return text == null
                ? "no message"
                : text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ").replaceAll("\\.$", "");
    }
}
