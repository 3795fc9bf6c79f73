package dev.penstock.cli.ops;

import dev.penstock.cli.explain.Place;
import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells the story of one operation. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "Show one operation: where it stands and why, what was sent, what is known, and what can be done.",
            "Prompts and answers are only shown when asked for with --body."
        })
final class ShowCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final TenantOption tenant = new TenantOption();

    @Parameters(paramLabel = "ID", description = "An operation id (op_…), a whole key, or a custom_id with --batch.")
    private String name = "";

    @Option(names = "--batch", paramLabel = "NAME", description = "The batch that the custom_id belongs to.")
    private @Nullable String batch;

    @Option(
            names = "--body",
            paramLabel = "KIND",
            description = "Print a stored body and nothing else: request, result, partial or error.")
    private StoredBody.@Nullable Kind body;

    @Option(names = "--json", description = "One JSON object for each generation.")
    private boolean json;

    ShowCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observe(around)) {
            OperationRecord newest = tenant.in(ledger).newest(name, batch);
            if (body != null) {
                printBody(ledger, newest, body);
                return ExitCode.DONE.value();
            }
            Place place = new Place(store.place(around).toString(), null);
            List<OperationHistory> histories =
                    ledger
                            .operations()
                            .generations(tenant.tenant(), newest.ref().operation())
                            .stream()
                            .flatMap(generation -> ledger.operations().history(generation.ref()).stream())
                            .toList();
            if (json) {
                histories.forEach(history -> around.out().println(HistoryJson.of(history, place)));
            } else {
                new Story(place).of(histories).forEach(around::tell);
            }
            around.out().flush();
        }
        return ExitCode.DONE.value();
    }

    private void printBody(Ledger ledger, OperationRecord operation, StoredBody.Kind kind) {
        StoredBody stored = ledger.operations()
                .body(operation.ref(), kind)
                .orElseThrow(() -> new Refusal("this operation has no such body, or it was pruned"));
        around.give(stored.bytes().unsafeArray());
    }
}
