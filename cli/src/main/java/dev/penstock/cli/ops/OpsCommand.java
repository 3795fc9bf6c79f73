package dev.penstock.cli.ops;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What an operator sees and decides; works beside a runner, which takes notice within a second. */
@Command(
        name = "ops",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Look at operations and decide about them, while a run is at work or afterwards.",
            "Nothing here sends a request; decisions are recorded with who, when and why."
        },
        commandListHeading = "%nCommands:%n")
public final class OpsCommand implements Callable<Integer> {

    private final Surroundings around;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private OpsCommand(Surroundings around) {
        this.around = around;
    }

    /**
     * The command with everything below it.
     *
     * @param around where it runs
     * @return the command line of {@code ops}
     */
    public static CommandLine withSubcommands(Surroundings around) {
        return new CommandLine(new OpsCommand(around))
                .addSubcommand(new ListCommand(around))
                .addSubcommand(new ShowCommand(around))
                .addSubcommand(new CancelCommand(around))
                .addSubcommand(new ReconcileCommand(around))
                .addSubcommand(new RegenerateCommand(around))
                .addSubcommand(new ResumeCommand(around))
                .addSubcommand(new SpendCommand(around))
                .addSubcommand(new BackupCommand(around))
                .addSubcommand(new PruneCommand(around))
                .addSubcommand(new EraseCommand(around));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(around.err());
        return ExitCode.REFUSED.value();
    }
}
