package dev.penstock.cli.keys;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.ReplayConverter;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.ApiKey.Ceilings;
import dev.penstock.store.ApiKeys.Created;
import dev.penstock.store.Ledger;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a key. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = {
            "Make a key for a tenant and print it, this once: the store keeps its SHA-256 alone.",
            "Operations and their keys belong to the tenant; all its API keys see them."
        })
final class CreateCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Option(
            names = "--tenant",
            required = true,
            paramLabel = "NAME",
            description = "Whose key it is: 1 to 64 characters of A-Z a-z 0-9 . _ -.")
    private String tenant = "";

    @Option(
            names = "--name",
            paramLabel = "TEXT",
            description = "What the key is for, to tell it from the tenant's others. Default: the tenant's name.")
    private String name = "";

    @Option(
            names = "--max-priority",
            paramLabel = "PRIORITY",
            defaultValue = "interactive",
            description = "The highest priority that calls may ask for: interactive or background."
                    + " Default: ${DEFAULT-VALUE}.")
    private Priority maxPriority = Priority.INTERACTIVE;

    @Option(
            names = "--max-replay",
            paramLabel = "SETTING",
            defaultValue = "after-interruption",
            converter = ReplayConverter.class,
            description = "The widest replay setting that calls may ask for: never, after-rejection,"
                    + " after-interruption or after-anything (accepts paying twice). Default: ${DEFAULT-VALUE}.")
    private ReplaySetting maxReplay = ReplaySetting.AFTER_INTERRUPTION;

    @Option(
            names = "--max-deadline",
            paramLabel = "SPAN",
            defaultValue = "1h",
            converter = SpanConverter.class,
            description = "The longest deadline that calls may ask for. Default: ${DEFAULT-VALUE}.")
    private Duration maxDeadline = Duration.ofHours(1);

    @Option(names = "--json", description = "The key and what is kept of it as one JSON object.")
    private boolean json;

    CreateCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observeOrMake(around)) {
            Created created = create(ledger);
            if (json) {
                around.out().println(JsonLine.of(writer -> {
                    writer.writeStringProperty("key", created.secret().reveal());
                    KeyJson.fields(writer, created.key());
                }));
            } else {
                around.out().println(created.secret().reveal());
                around.say(
                        "made " + created.key().id() + " for tenant " + tenant + "; the key above is not shown again");
            }
        }
        return ExitCode.DONE.value();
    }

    private Created create(Ledger ledger) {
        try {
            return ledger.apiKeys()
                    .create(
                            new Tenant(tenant),
                            name.isEmpty() ? tenant : name,
                            new Ceilings(maxPriority, maxReplay, maxDeadline));
        } catch (IllegalArgumentException e) {
            throw new Refusal(String.valueOf(e.getMessage()));
        }
    }
}
