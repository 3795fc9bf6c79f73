package dev.penstock.client;

import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.Tenant;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * What this process remembers of calls without a key: ten minutes from their end (design 12), and no more than the bound,
 * of which the oldest make way first. Holds nothing of a prompt or an answer. Thread-safe.
 */
final class RecentCalls {

    static final int MOST = 10_000;

    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Time time;
    private final RandomGenerator random;
    private final Spending spending;
    private final ConcurrentHashMap<OperationId, RecentCall> byId = new ConcurrentHashMap<>();
    private final Queue<RecentCall> oldestFirst = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    RecentCalls(Time time, RandomGenerator random, Spending spending) {
        this.time = time;
        this.random = random;
        this.spending = spending;
    }

    /** Begins to remember a call that has so much time. */
    RecentCall begin(Tenant tenant, OperationMode mode, Duration remaining) {
        OperationId id = OperationId.create(time.wall().millis(), random);
        RecentCall call = new RecentCall(new GenerationRef(tenant, id, 1), mode, remaining, time, spending);
        byId.put(id, call);
        oldestFirst.add(call);
        count.incrementAndGet();
        makeRoom();
        return call;
    }

    /** What there is to see of a call. */
    Optional<OperationView> find(Tenant tenant, OperationId id) {
        RecentCall call = byId.get(id);
        return call == null
                        || call.isOlderThan(KEPT)
                        || !call.address().tenant().equals(tenant)
                ? Optional.empty()
                : Optional.of(call.view());
    }

    private void makeRoom() {
        RecentCall oldest = oldestFirst.peek();
        while (oldest != null && (count.get() > MOST || oldest.isOlderThan(KEPT))) {
            // Whoever else makes room takes the next one.
            if (oldestFirst.remove(oldest)) {
                byId.remove(oldest.address().operation());
                count.decrementAndGet();
            }
            oldest = oldestFirst.peek();
        }
    }
}
