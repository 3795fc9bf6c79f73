package dev.penstock.client;

import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.Tenant;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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

    /** Every call writes here once and few are ever looked for: a look walks them all. */
    private final AtomicReferenceArray<@Nullable RecentCall> ring = new AtomicReferenceArray<>(MOST);

    private final AtomicLong begun = new AtomicLong();

    RecentCalls(Time time, RandomGenerator random, Spending spending) {
        this.time = time;
        this.random = random;
        this.spending = spending;
    }

    /** Begins to remember a call that has so much time. */
    RecentCall begin(Tenant tenant, OperationMode mode, Duration remaining) {
        OperationId id = OperationId.create(time.wall().millis(), random);
        RecentCall call = new RecentCall(new GenerationRef(tenant, id, 1), mode, remaining, time, spending);
        ring.set((int) (begun.getAndIncrement() % MOST), call);
        return call;
    }

    /** What there is to see of a call. */
    Optional<OperationView> find(Tenant tenant, OperationId id) {
        for (int i = 0; i < MOST; i++) {
            RecentCall call = ring.get(i);
            if (call != null && call.address().operation().equals(id)) {
                return call.isOlderThan(KEPT) || !call.address().tenant().equals(tenant)
                        ? Optional.empty()
                        : Optional.of(call.view());
            }
        }
        return Optional.empty();
    }
}
