package dev.penstock.gateway.metrics;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Backlog;
import dev.penstock.store.DecisionCounts;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoreException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What waits in the ledger, and what was decided there since the start, by whoever it was (R-OBS-3): read when somebody
 * asks, and at no other time. While the ledger does not answer, what waits is not shown. Thread-safe.
 */
final class LedgerFigures {

    private final MeterRegistry registry;
    private final MultiGauge waiting;
    private final MultiGauge age;
    private final OperationStore operations;
    private final AtomicLong last;

    /**
     * Begins to count decisions.
     *
     * @param registry where the figures are registered
     * @param operations what they are read from
     * @throws StoreException if the ledger does not answer
     */
    LedgerFigures(MeterRegistry registry, OperationStore operations) {
        this.registry = registry;
        this.operations = operations;
        this.last = new AtomicLong(operations.decisions(Long.MAX_VALUE).last());
        this.waiting = MultiGauge.builder("penstock.operations.waiting")
                .description("Operations that have not ended, or ended as unknown and wait for a decision")
                .register(registry);
        this.age = MultiGauge.builder("penstock.operation.age")
                .description("How long the oldest of them has waited")
                .baseUnit("seconds")
                .register(registry);
    }

    /** Shows what is there now. */
    void show() {
        try {
            show(operations.backlog());
            count();
        } catch (StoreException e) {
            show(new Backlog(Map.of()));
        }
    }

    private void show(Backlog backlog) {
        List<Row<?>> counts = new ArrayList<>();
        List<Row<?>> ages = new ArrayList<>();
        for (Map.Entry<OperationState, Backlog.Standing> entry :
                backlog.states().entrySet()) {
            Tags state = Tags.of("state", entry.getKey().wireName());
            counts.add(Row.of(state, entry.getValue().count()));
            ages.add(Row.of(state, entry.getValue().oldest().toMillis() / 1000.0));
        }
        waiting.register(counts, true);
        age.register(ages, true);
    }

    /** Of two scrapes at once, one counts. */
    private void count() {
        long from = last.get();
        DecisionCounts counts = operations.decisions(from);
        if (last.compareAndSet(from, counts.last())) {
            counts.kinds()
                    .forEach((kind, times) -> registry.counter("penstock.decisions", "decision", kind)
                            .increment(times));
        }
    }
}
