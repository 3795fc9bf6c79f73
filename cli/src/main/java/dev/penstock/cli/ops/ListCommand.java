package dev.penstock.cli.ops;

import dev.penstock.cli.explain.BatchKeys;
import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Spans;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Page;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows operations, one on each line. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Show operations, one on each line, and how many there are in each state.")
final class ListCommand implements Callable<Integer> {

    private static final int LARGEST_PAGE = 1_000;

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final TenantOption tenant = new TenantOption();

    @Option(
            names = "--state",
            split = ",",
            paramLabel = "STATE",
            description = "Only these states: received, claimed, dispatching, retry_scheduled, unknown_outcome,"
                    + " succeeded, failed_permanent, cancelled_before_dispatch, dead_letter. May be repeated.")
    private List<OperationState> states = List.of();

    @Option(names = "--reason", paramLabel = "REASON", description = "Only with this reason, for example no_answer.")
    private @Nullable EndReason reason;

    @Option(names = "--batch", paramLabel = "NAME", description = "Only of this batch.")
    private @Nullable String batch;

    @Option(names = "--key-prefix", paramLabel = "TEXT", description = "Only keys that begin so.")
    private @Nullable String keyPrefix;

    @Option(names = "--all-generations", description = "Also answers that were replaced by newer ones.")
    private boolean allGenerations;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "50",
            description = "How many to show at most. Default: ${DEFAULT-VALUE}.")
    private long rows;

    @Option(names = "--json", description = "One JSON object on each line.")
    private boolean json;

    ListCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        OperationFilter filter = new OperationFilter(
                states.isEmpty() ? EnumSet.noneOf(OperationState.class) : EnumSet.copyOf(states),
                reason,
                batch,
                keyPrefix,
                allGenerations);
        try (Ledger ledger = store.observe(around)) {
            long shown = show(ledger, filter);
            if (!json) {
                summary(ledger.operations().count(tenant.tenant(), filter), shown);
            }
        }
        return ExitCode.DONE.value();
    }

    private long show(Ledger ledger, OperationFilter filter) {
        long shown = 0;
        String cursor = null;
        do {
            int limit = (int) Math.min(LARGEST_PAGE, rows - shown);
            if (limit <= 0) {
                break;
            }
            Page page = ledger.operations().list(tenant.tenant(), filter, cursor, limit);
            page.records().forEach(this::show);
            shown += page.records().size();
            cursor = page.next();
        } while (cursor != null);
        return shown;
    }

    private void show(OperationRecord operation) {
        if (json) {
            around.out().println(object(operation));
        } else {
            around.tell(row(operation));
        }
    }

    private void summary(Map<OperationState, Long> counts, long shown) {
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        if (total == 0) {
            around.tell("nothing there");
            return;
        }
        String states = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(state -> state.getValue() + " " + state.getKey().wireName())
                .collect(Collectors.joining(", "));
        around.tell("");
        around.tell(
                total + " in all: " + states + (shown < total ? "; the first " + shown + " are shown (--rows)" : ""));
    }

    private static String object(OperationRecord operation) {
        return JsonLine.of(writer -> OperationJson.fields(writer, operation));
    }

    private static String row(OperationRecord operation) {
        String state = operation.state().wireName()
                + (operation.reason() == null || operation.state() == OperationState.SUCCEEDED
                        ? ""
                        : " (" + operation.reason().wireName() + ")");
        Duration age =
                Duration.ofMillis(operation.times().readAt() - operation.times().receivedAt());
        return String.format(
                Locale.ROOT,
                "%s  %-34s %2d sent  %8s  %s%s",
                operation.ref().operation().value(),
                state,
                operation.attempts().sent(),
                Spans.text(age),
                BatchKeys.customId(operation.batch(), operation.key()),
                operation.ref().generation() > 1
                        ? "  (generation " + operation.ref().generation() + ")"
                        : "");
    }
}
