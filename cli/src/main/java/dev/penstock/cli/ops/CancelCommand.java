package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteId;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks for cancellation. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = {
            "Cancel operations.",
            "Certain only before the next send; what was sent already ends as unknown, since the provider may have gone"
                    + " on and billed it."
        })
final class CancelCommand implements Callable<Integer> {

    private static final EnumSet<OperationState> OPEN = EnumSet.of(
            OperationState.RECEIVED,
            OperationState.CLAIMED,
            OperationState.DISPATCHING,
            OperationState.RETRY_SCHEDULED);

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final Chosen chosen = new Chosen();

    @Mixin
    private final AuthorOption author = new AuthorOption();

    @Option(names = "--json", description = "One JSON object for each operation.")
    private boolean json;

    CancelCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observe(around)) {
            Deciding deciding = new Deciding(around, ledger, json);
            chosen.each(
                    ledger,
                    OPEN,
                    page -> deciding.page(
                            page,
                            operation -> new OperationWrite.RequestCancel(
                                    WriteId.create(around.random()), operation.ref(), author.name(), author.why())));
            return deciding.finish("cancelled or asked to stop").value();
        }
    }
}
