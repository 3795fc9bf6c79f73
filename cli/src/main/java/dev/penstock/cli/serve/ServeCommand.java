package dev.penstock.cli.serve;

import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.provider.ProviderOptions;
import dev.penstock.cli.simulate.InProcessSimulator;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.Routes;
import dev.penstock.gateway.GatewayRuntime;
import dev.penstock.gateway.GatewaySetup;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.gateway.config.ListenConfig;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.simulator.Simulator;
import dev.penstock.store.Ledger;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the gateway until it is told to stop. */
@Command(
        name = ServeCommand.NAME,
        mixinStandardHelpOptions = true,
        description = {
            "Run the gateway: an HTTP API that any OpenAI client can be pointed at, until Ctrl-C.",
            "Prints 'ready on http://…' when it can answer. Without a key of its own it makes one and prints it."
        },
        footerHeading = "%nWhile it runs:%n",
        footer = {
            "  penstock keys create --tenant NAME   makes a key for a client",
            "  kill -HUP PID                        reads the configuration and its key files again",
            "  Ctrl-C or kill PID                   takes no new calls, lets what runs end within 30 s; twice aborts it"
        })
public final class ServeCommand implements Callable<Integer> {

    /** The command's name: its configuration file is another than that of the others. */
    public static final String NAME = "serve";

    private static final List<String> ROUTE_OPTIONS =
            List.of("--provider", "--base-url", "--api-key-env", "--no-api-key", "--profile");

    private final Surroundings around;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final PortOptions ports = new PortOptions();

    @Mixin
    private final ProviderOptions provider = new ProviderOptions();

    @Mixin
    private final CallOptions calls = new CallOptions();

    @Mixin
    private final InProcessSimulator simulator = new InProcessSimulator();

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description =
                    "The store: a file, or postgresql://USER@HOST/DATABASE, which several gateways may share; made"
                            + " if it is not there. Default: gateway.penstock in this directory.")
    private @Nullable String store;

    @Option(names = "--no-store", description = "Keep nothing: calls with an Idempotency-Key are refused.")
    private boolean noStore;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Everything else, in YAML; read again on SIGHUP. Options win over it.")
    private @Nullable Path config;

    @Option(names = "--quiet", description = "No log line for each attempt and each end.")
    private boolean quiet;

    /**
     * Makes the command.
     *
     * @param around where it runs
     */
    public ServeCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws InterruptedException {
        GatewayConfig whole = whole();
        refuseTwoRoutes(whole);
        boolean inProcess = whole.routes().isEmpty() ? provider.isInProcess() : whole.needsSimulator();
        if (!inProcess) {
            GatewaySetup.Reading unused = reading(null).get(); // refused before a store is made
            return serve(whole, null);
        }
        try (Simulator running = simulator.start()) {
            return serve(whole, URI.create(running.baseUrl()));
        }
    }

    private int serve(GatewayConfig whole, @Nullable URI simulated) throws InterruptedException {
        try (Ledger ledger = noStore ? null : place(whole).engine(adminAddress(whole), around)) {
            ServedKeys keys = ServedKeys.find(around, ledger);
            try (GatewayRuntime gateway = start(setup(reading(simulated), ledger, keys))) {
                String welcome = keys.announcement()
                        + "admin on " + url(whole.admin(), gateway.adminPort()) + System.lineSeparator()
                        + "ready on " + url(whole.api(), gateway.apiPort()) + System.lineSeparator();
                return new Serving(around, gateway)
                        .untilStopped(() -> {
                            around.out().print(welcome);
                            around.out().flush();
                        })
                        .value();
            }
        }
    }

    private GatewaySetup setup(Supplier<GatewaySetup.Reading> reading, @Nullable Ledger ledger, ServedKeys keys) {
        return new GatewaySetup(
                reading,
                ledger,
                keys.client(),
                keys.admin(),
                provider.transport(around),
                provider.prices(),
                quiet ? null : around.err(),
                around.time(),
                around.random());
    }

    private static GatewayRuntime start(GatewaySetup setup) {
        try {
            return GatewayRuntime.start(setup);
        } catch (UncheckedIOException e) {
            throw new Refusal(Reason.of(Objects.requireNonNull(e.getCause()))
                    + ": another process has the port, or it may not be taken; choose with --port and --admin-port");
        }
    }

    /** Reads anew with every call; at a reload as at the start, what the user has to mend is said in words. */
    private Supplier<GatewaySetup.Reading> reading(@Nullable URI simulated) {
        return () -> {
            try {
                GatewayConfig now = whole();
                return new GatewaySetup.Reading(now, routes(now, simulated));
            } catch (Refusal e) {
                throw new ConfigurationException(String.valueOf(e.getMessage()));
            }
        };
    }

    /** The file as it now is, under the options. */
    private GatewayConfig whole() {
        return ports.over(calls.over(read()));
    }

    /** The routes of the file, or of the options. */
    private Routes routes(GatewayConfig now, @Nullable URI simulated) {
        refuseTwoRoutes(now);
        if (!now.routes().isEmpty()) {
            return now.routes(around.environment(), simulated);
        }
        var profile = provider.profile();
        return now.over(provider.route(around, simulated == null ? profile : profile.withBaseUrl(simulated)));
    }

    private GatewayConfig read() {
        return config == null ? GatewayConfig.defaults() : GatewayConfig.read(config, around.environment());
    }

    private void refuseTwoRoutes(GatewayConfig whole) {
        for (String option : ROUTE_OPTIONS) {
            if (!whole.routes().isEmpty() && spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new Refusal(config + " has routes of its own; leave " + option + " out, or take the routes out");
            }
        }
    }

    private StorePlace place(GatewayConfig whole) {
        String named = store != null ? store : whole.store();
        return named == null ? StorePlace.GATEWAY : StorePlace.of(named, around);
    }

    private static String adminAddress(GatewayConfig whole) {
        int port = whole.admin().portOr(GatewayConfig.ADMIN_PORT);
        return port == 0 ? "" : url(whole.admin(), port);
    }

    private static String url(ListenConfig listen, int port) {
        String host = listen.host().contains(":") ? "[" + listen.host() + "]" : listen.host();
        return "http://" + host + ":" + port;
    }
}
