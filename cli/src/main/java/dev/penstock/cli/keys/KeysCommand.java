package dev.penstock.cli.keys;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The keys that a gateway's clients show; works beside a running gateway, which takes notice within a second. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Make, list and revoke the keys that clients show to the gateway ('penstock serve').",
            "Works beside a running gateway on the same store, which takes notice within a second."
        },
        commandListHeading = "%nCommands:%n")
public final class KeysCommand implements Callable<Integer> {

    private final Surroundings around;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private KeysCommand(Surroundings around) {
        this.around = around;
    }

    /**
     * The command with everything below it.
     *
     * @param around where it runs
     * @return the command line of {@code keys}
     */
    public static CommandLine withSubcommands(Surroundings around) {
        return new CommandLine(new KeysCommand(around))
                .addSubcommand(new CreateCommand(around))
                .addSubcommand(new ListCommand(around))
                .addSubcommand(new RevokeCommand(around));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(around.err());
        return ExitCode.REFUSED.value();
    }
}
