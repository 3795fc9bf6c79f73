package dev.penstock.cli.run;

import dev.penstock.cli.config.ConfigOption;
import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.provider.AttemptOptions;
import dev.penstock.cli.provider.LimitOptions;
import dev.penstock.cli.provider.ProviderOptions;
import dev.penstock.cli.run.input.BatchFile;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.ShellWord;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.CallSettings;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.PolicySettings;
import dev.penstock.client.Routes;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.Simulator;
import dev.penstock.store.Ledger;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a file of chat requests to durable, honest results. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Run a file of chat requests (OpenAI Batch lines) and write their results.",
            "The same command goes on after a crash, Ctrl-C or a mended cause: finished lines cost nothing, and what"
                    + " may have reached the provider is never sent again by itself."
        },
        footerHeading = "%nFiles:%n",
        footer = {
            "  OUTPUT                     one line for each answer, in OpenAI's Batch output form",
            "  OUTPUT with .unresolved    lines without an answer, with the reason and the command that resolves them",
            "  OUTPUT.penstock            the store: what was sent, what came back, what is not known"
        })
public final class RunCommand implements Callable<Integer> {

    private final Surroundings around;

    @Parameters(
            paramLabel = "INPUT",
            description = "The requests: one JSON object on each line, with custom_id and body.")
    private Path input = Path.of("");

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "OUTPUT",
            description = "Where results go.")
    private Path output = Path.of("");

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "The store: a file, or postgresql://USER@HOST/DATABASE. Default: OUTPUT.penstock, beside the"
                    + " output.")
    private @Nullable String store;

    @Option(
            names = "--batch",
            paramLabel = "NAME",
            description = "The batch's name, part of every line's key. Default: the input's real path.")
    private @Nullable String batch;

    @Mixin
    private final ProviderOptions provider = new ProviderOptions();

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    @SuppressWarnings("UnusedVariable") // read before the others are parsed
    private final ConfigOption config = new ConfigOption();

    @Option(
            names = "--deadline",
            paramLabel = "SPAN",
            defaultValue = "1h",
            converter = SpanConverter.class,
            description = "How long one line may take in all, retries and waiting included. Default: ${DEFAULT-VALUE}.")
    private Duration deadline = Duration.ofHours(1);

    @Mixin
    private final AttemptOptions attempts = new AttemptOptions();

    @Option(names = "--limit", paramLabel = "N", description = "Only the first N lines of the input.")
    private @Nullable Long limit;

    @Option(names = "--retry-failed", description = "Give rejected and unusable lines, and changed ones, a new try.")
    private boolean retryFailed;

    @Option(names = "--dry-run", description = "Count lines, tokens and cost; send and store nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Progress and summary as JSON on standard output, for a program.")
    private boolean json;

    @Mixin
    private final SimulatorOption simulator = new SimulatorOption();

    /**
     * Makes the command.
     *
     * @param around where it runs
     */
    public RunCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws InterruptedException {
        Path realInput = realPath(input);
        RunPlan plan = plan(realInput);
        PolicySettings policy = limits.policy();
        ProviderProfile profile = provider.profile();
        if (dryRun) {
            return new DryRun(around, plan, profile, provider.prices()).run().value();
        }
        PenstockConfig base = PenstockConfig.of(provider.route(around, profile))
                .withPolicy(policy)
                .withTransport(provider.transport(around))
                .withPrices(provider.prices());
        long total = BatchFile.countLines(realInput, plan.limit());
        if (total == 0) {
            throw new Refusal(input + " has no lines");
        }
        try (Ledger ledger = plan.store().engine("", around)) {
            announce(plan, profile, total);
            if (!provider.isInProcess()) {
                return run(plan, ledger, total, base);
            }
            Path log = simulator.log(plan.output());
            try (Simulator inProcess = simulator.start(log)) {
                ProviderProfile here = profile.withBaseUrl(URI.create(inProcess.baseUrl()));
                int code = run(plan, ledger, total, base.withRoutes(Routes.of(provider.route(around, here))));
                if (!json) {
                    around.tell("simulator   " + inProcess.finishedCount() + " requests, logged in " + log);
                    around.out().flush();
                }
                return code;
            }
        }
    }

    private int run(RunPlan plan, Ledger ledger, long total, PenstockConfig base) throws InterruptedException {
        PenstockConfig full = base.withLedger(ledger).withUpstreamStream(attempts.upstreamStream());
        Probe probe = new Probe(base.routes().primary().profile().habits().unknownModelCodes());
        return new Run(around, plan, ledger, probe, total).run(full).value();
    }

    private void announce(RunPlan plan, ProviderProfile profile, long total) {
        if (json) {
            return;
        }
        around.say("batch " + plan.batch().name());
        String where = provider.isInProcess()
                ? "the simulator in this process"
                : profile.endpoint().baseUrl().toString();
        around.say(total + " lines to " + where + ", " + limits.concurrency() + " at once, store " + plan.store());
    }

    private RunPlan plan(Path realInput) {
        if (limit != null && limit < 1) {
            throw new Refusal("--limit is at least 1, was " + limit);
        }
        Path target = absolute(output);
        StorePlace ledger = store == null
                ? new StorePlace.InFile(target.resolveSibling(target.getFileName() + ".penstock"))
                : whole(StorePlace.of(store, around));
        CallSettings settings = attempts.of(CallSettings.background()
                .withDeadline(deadline)
                .withBatch(batch == null ? realInput.toString() : batch));
        return new RunPlan(
                realInput,
                target,
                ledger,
                new Batch(batch == null ? realInput.toString() : batch, settings),
                limits,
                limit == null ? Long.MAX_VALUE : limit,
                retryFailed,
                json,
                System.getProperty("user.name", "unknown"),
                command(ledger));
    }

    /** Whoever goes on from another directory finds the same file. */
    private static StorePlace whole(StorePlace place) {
        return switch (place) {
            case StorePlace.InFile inFile ->
                new StorePlace.InFile(inFile.file().toAbsolutePath().normalize());
            case StorePlace.InDatabase inDatabase -> inDatabase;
        };
    }

    /** A file as the user wrote it, an address without its password. */
    private static String asWritten(String store, StorePlace place) {
        return switch (place) {
            case StorePlace.InFile ignored -> store;
            case StorePlace.InDatabase inDatabase -> inDatabase.toString();
        };
    }

    private String command(StorePlace place) {
        return "penstock run " + ShellWord.of(input.toString()) + " -o " + ShellWord.of(output.toString())
                + (store == null ? "" : " --store " + ShellWord.of(asWritten(store, place)))
                + (batch == null ? "" : " --batch " + ShellWord.of(batch))
                + provider.asWords();
    }

    private static Path realPath(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            throw new Refusal("cannot read " + file + ": " + Reason.of(e));
        }
    }

    private static Path absolute(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        Path directory = whole.getParent();
        if (whole.getFileName() == null || directory == null || Files.isDirectory(whole)) {
            throw new Refusal("cannot write " + file + ": it is a directory");
        }
        if (!Files.isDirectory(directory)) {
            throw new Refusal("cannot write " + file + ": the directory " + directory + " does not exist");
        }
        return whole;
    }
}
