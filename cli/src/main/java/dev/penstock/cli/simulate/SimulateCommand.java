package dev.penstock.cli.simulate;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.StopSignals;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.simulator.Keys;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.SimulatorException;
import dev.penstock.simulator.SimulatorOptions;
import dev.penstock.simulator.look.ProviderLook;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the provider look-alike until it is told to stop. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Run a look-alike of a provider on this machine, with faults on demand, until Ctrl-C.",
            "Any client can be pointed at it. Its log says what it received and answered, one JSON line each."
        })
public final class SimulateCommand implements Callable<Integer> {

    private final Surroundings around;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8089",
            description = "The port; 0 takes any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address to listen on. Default: ${DEFAULT-VALUE}.")
    private String host = "";

    @Option(names = "--script", paramLabel = "FILE", description = "Faults, in YAML. Default: none.")
    private @Nullable Path script;

    @Option(names = "--log", paramLabel = "FILE", description = "The request log, appended to. Default: none.")
    private @Nullable Path log;

    @Option(names = "--seed", paramLabel = "N", description = "Where chance begins, in place of the script's own seed.")
    private @Nullable Long seed;

    @Option(
            names = "--look",
            paramLabel = "LOOK",
            defaultValue = "deepseek",
            description = "Whom it resembles: deepseek or openai (any model, no limits). Default: ${DEFAULT-VALUE}.")
    private String look = "";

    @Option(
            names = "--key",
            paramLabel = "KEY[=ACCOUNT]",
            description = "An API key that it accepts; may be repeated. Default: any key, or none.")
    private List<String> keys = List.of();

    /**
     * Makes the command.
     *
     * @param around where it runs
     */
    public SimulateCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        try (Simulator simulator = start()) {
            StopSignals.hear(count -> stopped.countDown());
            around.out().println("ready on " + simulator.baseUrl());
            around.out().flush();
            stopped.await();
            around.say(simulator.finishedCount() + " requests answered");
        }
        return ExitCode.DONE.value();
    }

    private Simulator start() {
        if (port < 0 || port > 65_535) {
            throw new Refusal("--port is between 0 and 65535, was " + port);
        }
        try {
            return Simulator.start(SimulatorOptions.builder()
                    .host(host)
                    .port(port)
                    .look(provider())
                    .keys(accepted())
                    .script(Scripts.read(script, seed))
                    .logFile(log)
                    .logMemory(0)
                    .build());
        } catch (SimulatorException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }

    private ProviderLook provider() {
        return switch (look) {
            case "deepseek" -> ProviderLook.deepseek();
            case "openai" -> ProviderLook.openai();
            default -> throw new Refusal("--look is deepseek or openai, was '" + look + "'");
        };
    }

    private Keys accepted() {
        if (keys.isEmpty()) {
            return Keys.NONE;
        }
        Map<String, String> accounts = new HashMap<>();
        for (String key : keys) {
            int at = key.lastIndexOf('=');
            accounts.put(at < 0 ? key : key.substring(0, at), at < 0 ? Keys.DEFAULT_ACCOUNT : key.substring(at + 1));
        }
        return Keys.of(accounts);
    }
}
