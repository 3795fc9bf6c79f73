package dev.penstock.cli.ops;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which operations a decision is about: named ones, or those of a batch in given states. */
final class Chosen {

    @Mixin
    private final TenantOption tenant = new TenantOption();

    @Parameters(
            paramLabel = "ID",
            arity = "0..*",
            description = "Operation ids (op_…), whole keys, or custom_ids with --batch.")
    private List<String> names = List.of();

    @Option(
            names = "--batch",
            paramLabel = "NAME",
            description = "The batch: of the named lines, or as a whole where no ID is given.")
    private @Nullable String batch;

    /** Whether single operations were named. */
    boolean isNamed() {
        return !names.isEmpty();
    }

    /** Hands over what was chosen, a page at a time; of a batch what is in one of the states. */
    void each(Ledger ledger, Set<OperationState> ofBatch, Consumer<List<OperationRecord>> page) {
        if (isNamed()) {
            page.accept(names.stream()
                    .map(name -> tenant.in(ledger).newest(name, batch))
                    .toList());
        } else if (batch != null) {
            tenant.in(ledger).pages(new OperationFilter(ofBatch, null, batch, null, false), page);
        } else {
            throw new Refusal("name at least one operation, or a batch with --batch");
        }
    }
}
