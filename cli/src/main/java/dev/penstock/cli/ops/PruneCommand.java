package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Removes what has been kept long enough. */
@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        description = {
            "Remove what has outlived its retention: bodies first, whole records later.",
            "With --batch: everything of that batch that is settled, whatever its age. What is unresolved always stays.",
            "Calls go first: while others write to the store, this rests three quarters of the time."
        })
final class PruneCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final TenantOption tenant = new TenantOption();

    @Option(names = "--batch", paramLabel = "NAME", description = "Remove this batch, whatever its age.")
    private @Nullable String batch;

    @Option(
            names = "--bodies",
            paramLabel = "SPAN",
            defaultValue = "30d",
            converter = SpanConverter.class,
            description = "How long prompts and answers are kept. Default: ${DEFAULT-VALUE}.")
    private Duration bodies = Duration.ofDays(30);

    @Option(
            names = "--rows",
            paramLabel = "SPAN",
            defaultValue = "400d",
            converter = SpanConverter.class,
            description = "How long records without bodies are kept. Default: ${DEFAULT-VALUE}.")
    private Duration rows = Duration.ofDays(400);

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    PruneCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (rows.compareTo(bodies) < 0) {
            throw new Refusal("--rows must be at least as long as --bodies");
        }
        try (Ledger ledger = store.observe(around)) {
            Maintenance.Pruned pruned = batch == null
                    ? ledger.maintenance().prune(tenant.tenant(), new Maintenance.Retention(bodies, rows))
                    : ledger.maintenance().pruneBatch(tenant.tenant(), batch);
            if (json) {
                around.out().println(object(pruned));
            } else {
                around.tell(words(pruned));
            }
        }
        return ExitCode.DONE.value();
    }

    private static String words(Maintenance.Pruned pruned) {
        return "removed " + pruned.bodies() + " bodies and " + pruned.rows() + " records";
    }

    private static String object(Maintenance.Pruned pruned) {
        return JsonLine.of(writer -> {
            writer.writeNumberProperty("bodies", pruned.bodies());
            writer.writeNumberProperty("records", pruned.rows());
        });
    }
}
