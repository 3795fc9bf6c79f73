package dev.penstock.cli.simulate;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.simulator.ControlAccess;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.SimulatorException;
import dev.penstock.simulator.SimulatorOptions;
import dev.penstock.simulator.look.ProviderLook;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The look-alike inside a process that goes on until it is told to stop. */
public final class InProcessSimulator {

    @Option(
            names = "--simulator-script",
            paramLabel = "FILE",
            description = "Faults of the simulator inside this process, in YAML. Default: none.")
    private @Nullable Path script;

    @Option(
            names = "--simulator-log",
            paramLabel = "FILE",
            description = "The request log of the simulator inside this process, appended to. Default: none.")
    private @Nullable Path log;

    /** For picocli. */
    public InProcessSimulator() {}

    /**
     * Starts it.
     *
     * @return the simulator, to be closed
     * @throws Refusal if its script or its log cannot be used
     */
    public Simulator start() {
        try {
            return Simulator.start(SimulatorOptions.builder()
                    .look(ProviderLook.deepseek().withAnyModel(true))
                    .script(Scripts.read(script, null))
                    .logFile(log)
                    .logMemory(0)
                    .control(ControlAccess.OFF)
                    .build());
        } catch (SimulatorException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }
}
