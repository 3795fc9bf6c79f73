package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks for one more answer to the same request. */
@Command(
        name = "regenerate",
        mixinStandardHelpOptions = true,
        description = {
            "Ask for another answer to the same request.",
            "It is a new generation, paid for on its own; the earlier one stays visible. To answer a line as it stands in"
                    + " the file now, use 'penstock run --retry-failed'."
        })
final class RegenerateCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final Chosen chosen = new Chosen();

    @Mixin
    private final AuthorOption author = new AuthorOption();

    @Option(names = "--accept-duplicates", description = "Begin although an old attempt may still be running.")
    private boolean acceptDuplicates;

    @Option(
            names = "--deadline",
            paramLabel = "SPAN",
            defaultValue = "1h",
            description = "How long the new try may take. Default: ${DEFAULT-VALUE}.",
            converter = SpanConverter.class)
    private Duration deadline = Duration.ofHours(1);

    @Option(names = "--json", description = "One JSON object for each operation.")
    private boolean json;

    RegenerateCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        Decision decision =
                new Decision(author.name(), author.why(), new Decision.Kind.Rerun(acceptDuplicates, deadline));
        try (Ledger ledger = store.observe(around)) {
            Deciding deciding = new Deciding(around, ledger, json);
            chosen.each(
                    ledger,
                    EnumSet.of(OperationState.SUCCEEDED),
                    page -> deciding.page(
                            page,
                            operation -> new OperationWrite.Decide(
                                    WriteId.create(around.random()), operation.version(), decision)));
            return deciding.finish("to be answered anew").value();
        }
    }
}
