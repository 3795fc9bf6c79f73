package dev.penstock.cli.run;

import dev.penstock.cli.simulate.Scripts;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.simulator.ControlAccess;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.SimulatorException;
import dev.penstock.simulator.SimulatorOptions;
import dev.penstock.simulator.look.ProviderLook;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The look-alike inside the run's own process. */
final class SimulatorOption {

    @Option(
            names = "--simulator-script",
            paramLabel = "FILE",
            description = "Faults of the simulator, in YAML. Default: everyday trouble (429 and 503 now and then).")
    private @Nullable Path script;

    @Option(names = "--simulator-seed", paramLabel = "N", description = "Where the simulator's chance begins.")
    private @Nullable Long seed;

    @Option(
            names = "--simulator-log",
            paramLabel = "FILE",
            description = "The simulator's request log, appended to. Default: OUTPUT with .simulator in its name.")
    private @Nullable Path log;

    /** Where the log of a run with this output goes. */
    Path log(Path output) {
        if (log != null) {
            return log;
        }
        String name = output.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return output.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".simulator.ndjson");
    }

    Simulator start(Path logFile) {
        try {
            return Simulator.start(SimulatorOptions.builder()
                    .look(ProviderLook.deepseek().withAnyModel(true))
                    .script(script == null ? Scripts.demonstration(seed) : Scripts.read(script, seed))
                    .logFile(logFile)
                    .logMemory(0)
                    .control(ControlAccess.OFF)
                    .build());
        } catch (SimulatorException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }
}
