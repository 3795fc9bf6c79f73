package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes the bodies of named operations. */
@Command(
        name = "erase",
        mixinStandardHelpOptions = true,
        description = {
            "Remove the prompts and answers of operations, whatever their state, and keep the record that they were.",
            "Results that were already written to an output file stay there."
        })
final class EraseCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final TenantOption tenant = new TenantOption();

    @Parameters(
            paramLabel = "ID",
            arity = "1..*",
            description = "Operation ids (op_…), whole keys, or custom_ids with --batch.")
    private List<String> names = List.of();

    @Option(names = "--batch", paramLabel = "NAME", description = "The batch that the custom_ids belong to.")
    private @Nullable String batch;

    EraseCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observe(around)) {
            for (String name : names) {
                OperationRecord operation = tenant.in(ledger).newest(name, batch);
                Optional<Integer> erased = ledger.maintenance()
                        .erase(tenant.tenant(), operation.ref().operation());
                around.tell(operation.ref().operation().value() + ": " + erased.orElse(0) + " bodies removed");
            }
        }
        return ExitCode.DONE.value();
    }
}
