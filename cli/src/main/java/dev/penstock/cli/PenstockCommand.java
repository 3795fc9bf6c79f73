package dev.penstock.cli;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The root: says what there is. */
@Command(
        name = "penstock",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Sends chat requests to DeepSeek or any OpenAI-compatible API: bounded, honest and durable.",
            "What was paid for is kept, what is not known is called unknown, and nothing that may have reached the"
                    + " provider is sent again by itself."
        },
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nTo begin:%n",
        footer = {
            "  penstock run examples/requests.jsonl -o results.jsonl --provider simulator",
            "      the whole thing without a key and without cost",
            "  penstock doctor",
            "      whether this machine and your settings are ready for the real thing",
            "  penstock COMMAND --help",
            "      what a command does, with its options",
            "",
            "Exit codes:",
            "  0 all succeeded              3 stopped by credential, balance, quota",
            "  1 some failed or unknown     4 work is left",
            "  2 refused before work began"
        })
final class PenstockCommand implements Callable<Integer> {

    private final Surroundings around;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    PenstockCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(around.err());
        return ExitCode.REFUSED.value();
    }
}
