package dev.penstock.cli.run.progress;

import dev.penstock.client.CallEvent;
import dev.penstock.client.CallEvent.WaitingFor;
import dev.penstock.client.CallListener;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.UsageSummary;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/** Counts what happens in a run: lines by how they ended, attempts, tokens, cost. Thread-safe. */
public final class Tally implements CallListener {

    private final LongAdder originals = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder sends = new LongAdder();
    private final LongAdder recovered = new LongAdder();
    private final LongAdder settled = new LongAdder();
    private final LongAdder promptTokens = new LongAdder();
    private final LongAdder completionTokens = new LongAdder();
    private final LongAdder unknownUsage = new LongAdder();
    private final Map<LineEnd, AtomicLong> ends = new EnumMap<>(LineEnd.class);
    private final Map<IdempotencyKey, WaitingFor> waiting = new ConcurrentHashMap<>();
    private final Map<String, BigDecimal> costs = new TreeMap<>();
    private final ReentrantLock costLock = new ReentrantLock();
    private final BiConsumer<IdempotencyKey, CallEvent> also;

    /**
     * Makes a tally of nothing.
     *
     * @param also hears every event about a keyed operation afterwards
     */
    public Tally(BiConsumer<IdempotencyKey, CallEvent> also) {
        this.also = also;
        for (LineEnd end : LineEnd.values()) {
            ends.put(end, new AtomicLong());
        }
    }

    @Override
    public void on(CallEvent event) {
        IdempotencyKey key = event.subject().key();
        if (key == null) {
            return;
        }
        switch (event) {
            case CallEvent.Waits waits -> waiting.put(key, waits.waitingFor());
            case CallEvent.AttemptStarted started -> {
                waiting.remove(key);
                (started.retry() ? retries : originals).increment();
            }
            case CallEvent.AttemptEnded ended -> {
                if (ended.sent()) {
                    sends.increment();
                }
            }
            case CallEvent.RetryScheduled ignored -> waiting.put(key, WaitingFor.BACKOFF);
            case CallEvent.Settled end -> settled(key, end);
            case CallEvent.Accepted ignored -> {}
            case CallEvent.Delivered ignored -> {}
            case CallEvent.RouteStopped ignored -> {}
        }
        also.accept(key, event);
    }

    private void settled(IdempotencyKey key, CallEvent.Settled end) {
        waiting.remove(key);
        settled.increment();
        if (end.state() == OperationState.SUCCEEDED && end.attempts() > 1) {
            recovered.increment();
        }
        UsageSummary usage = end.usage();
        usage.promptTokens().ifPresent(promptTokens::add);
        usage.completionTokens().ifPresent(completionTokens::add);
        if (usage.cost() == null || end.state() == OperationState.UNKNOWN_OUTCOME) {
            unknownUsage.increment();
        }
        if (usage.cost() != null && usage.currency() != null) {
            costLock.lock();
            try {
                costs.merge(usage.currency(), usage.cost(), BigDecimal::add);
            } finally {
                costLock.unlock();
            }
        }
    }

    /**
     * Counts a line.
     *
     * @param end how it ended
     */
    public void count(LineEnd end) {
        at(end).incrementAndGet();
    }

    /**
     * Takes the ledger's own counts over, after somebody outside decided something.
     *
     * @param states how many operations of the batch are in which state
     */
    public void adopt(Map<OperationState, Long> states) {
        at(LineEnd.UNKNOWN).set(states.getOrDefault(OperationState.UNKNOWN_OUTCOME, 0L));
        at(LineEnd.FAILED)
                .set(states.getOrDefault(OperationState.FAILED_PERMANENT, 0L)
                        + states.getOrDefault(OperationState.DEAD_LETTER, 0L)
                        + states.getOrDefault(OperationState.CANCELLED_BEFORE_DISPATCH, 0L));
        at(LineEnd.SUCCEEDED)
                .set(Math.max(
                        0,
                        states.getOrDefault(OperationState.SUCCEEDED, 0L)
                                - at(LineEnd.FINISHED_EARLIER).get()));
    }

    /**
     * How many operations were settled, whatever became of them: a measure of what may be exported.
     *
     * @return the number
     */
    public long settledSoFar() {
        return settled.sum();
    }

    /**
     * The figures now.
     *
     * @return a snapshot; its numbers are taken one after another
     */
    public Figures figures() {
        Map<LineEnd, Long> lines = new EnumMap<>(LineEnd.class);
        ends.forEach((end, count) -> lines.put(end, count.get()));
        Map<WaitingFor, Integer> waits = new EnumMap<>(WaitingFor.class);
        waiting.values().forEach(what -> waits.merge(what, 1, Integer::sum));
        costLock.lock();
        try {
            return new Figures(
                    lines,
                    waits,
                    originals.sum(),
                    retries.sum(),
                    sends.sum(),
                    recovered.sum(),
                    promptTokens.sum(),
                    completionTokens.sum(),
                    unknownUsage.sum(),
                    costs);
        } finally {
            costLock.unlock();
        }
    }

    private AtomicLong at(LineEnd end) {
        return Objects.requireNonNull(ends.get(end));
    }
}
