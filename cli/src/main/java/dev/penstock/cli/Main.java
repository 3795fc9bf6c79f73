package dev.penstock.cli;

import dev.penstock.cli.config.ConfigDefaults;
import dev.penstock.cli.consume.ConsumeCommand;
import dev.penstock.cli.doctor.DoctorCommand;
import dev.penstock.cli.keys.KeysCommand;
import dev.penstock.cli.ops.OpsCommand;
import dev.penstock.cli.run.RunCommand;
import dev.penstock.cli.serve.ServeCommand;
import dev.penstock.cli.simulate.SimulateCommand;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.cli.terminal.Unwaited;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The command line of Penstock. */
public final class Main {

    private Main() {}

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param args the command and its options
     */
    public static void main(String[] args) {
        Surroundings around = Surroundings.ofProcess();
        System.exit(goesOn(args) ? server(around, args) : execute(around, args));
    }

    /** A server goes on although nobody reads its warnings. */
    private static int server(Surroundings around, String... args) {
        Unwaited warnings = Unwaited.inPlaceOfStandardError();
        try {
            return execute(around, args);
        } finally {
            warnings.close();
        }
    }

    /**
     * Runs one command.
     *
     * @param around what it finds around it
     * @param args the command and its options
     * @return the exit code
     */
    public static int execute(Surroundings around, String... args) {
        CommandLine root = commandLine(around);
        Failures failures = new Failures(around);
        root.setParameterExceptionHandler(failures).setExecutionExceptionHandler(failures);
        try {
            Path config = isServe(args) ? null : configFile(args);
            if (config != null) {
                ConfigDefaults defaults = ConfigDefaults.read(config, root, around.environment());
                failures.explainWith(defaults);
                root.setDefaultValueProvider(defaults);
            }
            return root.execute(args);
        } catch (Refusal refusal) {
            return failures.report(refusal);
        }
    }

    /** The commands, ready to parse. */
    static CommandLine commandLine(Surroundings around) {
        CommandLine root = new CommandLine(new PenstockCommand(around))
                .addSubcommand(new RunCommand(around))
                .addSubcommand(new ServeCommand(around))
                .addSubcommand(new ConsumeCommand(around))
                .addSubcommand(OpsCommand.withSubcommands(around))
                .addSubcommand(KeysCommand.withSubcommands(around))
                .addSubcommand(new DoctorCommand(around))
                .addSubcommand(new SimulateCommand(around));
        return root.setOut(new PrintWriter(around.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(around.err(), true, StandardCharsets.UTF_8))
                .setAbbreviatedOptionsAllowed(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(34);
    }

    /** Whether a command goes on until it is told to stop. */
    private static boolean goesOn(String... args) {
        return isServe(args) || (args.length > 0 && args[0].equals(ConsumeCommand.NAME));
    }

    /** The gateway reads its file itself, again and again. */
    private static boolean isServe(String... args) {
        return args.length > 0 && args[0].equals(ServeCommand.NAME);
    }

    /** The file is needed before the options are parsed, because it holds their defaults. */
    private static @Nullable Path configFile(String... args) {
        for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
            if (args[i].startsWith(ConfigDefaults.OPTION + "=")) {
                return Path.of(args[i].substring(ConfigDefaults.OPTION.length() + 1));
            }
            if (args[i].equals(ConfigDefaults.OPTION) && i + 1 < args.length) {
                return Path.of(args[i + 1]);
            }
        }
        return null;
    }
}
