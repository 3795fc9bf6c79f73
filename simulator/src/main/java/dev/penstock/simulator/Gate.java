package dev.penstock.simulator;

import dev.penstock.simulator.clock.SimulatorClock;
import dev.penstock.simulator.look.ModelSpec;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.Limit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Counts the requests at work, and keeps the limits of each account and model. Thread-safe. */
final class Gate {

    private static final long MINUTE = TimeUnit.MINUTES.toMicros(1);

    private final ProviderLook look;
    private final SimulatorClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Meter> meters = new HashMap<>();
    private final Map<String, Integer> working = new HashMap<>();
    private final Map<String, Integer> peaks = new TreeMap<>();

    Gate(ProviderLook look, SimulatorClock clock) {
        this.look = look;
        this.clock = clock;
    }

    record Key(String account, String model) {}

    sealed interface Decision {}

    /** Admitted; the slot is given back once. */
    record Admitted(Slot slot) implements Decision {}

    /** Refused for a reason, with so many at work. */
    record Refused(String code, int active, @Nullable String retryAfter) implements Decision {}

    private record Admission(long at, long tokens) {}

    private static final class Meter {
        private int active;
        private final Deque<Admission> minute = new ArrayDeque<>();
    }

    /** A place at work. */
    final class Slot implements AutoCloseable {
        private final Key key;
        private final int active;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Slot(Key key, int active) {
            this.key = key;
            this.active = active;
        }

        /** How many were at work on the same account and model with this one. */
        int active() {
            return active;
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                leave(key);
            }
        }
    }

    /** Lets a request in, within the limits. */
    Decision admit(Key key, long tokens, List<Limit> limits) {
        Limit limit = limit(key.model(), limits);
        lock.lock();
        try {
            Meter meter = meters.computeIfAbsent(key, ignored -> new Meter());
            String code = exceeded(limit, meter, tokens);
            if (code != null) {
                return new Refused(code, meter.active, limit.retryAfter());
            }
            if (limit.requestsPerMinute() > 0 || limit.tokensPerMinute() > 0) {
                meter.minute.addLast(new Admission(clock.micros(), tokens));
            }
            return new Admitted(enter(key, meter));
        } finally {
            lock.unlock();
        }
    }

    /** Counts a request that no limit is asked about. */
    Slot count(Key key) {
        lock.lock();
        try {
            return enter(key, meters.computeIfAbsent(key, ignored -> new Meter()));
        } finally {
            lock.unlock();
        }
    }

    private Slot enter(Key key, Meter meter) {
        meter.active++;
        int now = working.merge(key.model(), 1, Integer::sum);
        peaks.merge(key.model(), now, Math::max);
        return new Slot(key, meter.active);
    }

    private void leave(Key key) {
        lock.lock();
        try {
            Meter meter = meters.get(key);
            if (meter != null) {
                meter.active--;
                if (meter.active == 0 && meter.minute.isEmpty()) {
                    meters.remove(key);
                }
            }
            working.merge(key.model(), -1, (a, b) -> a + b == 0 ? null : a + b);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable String exceeded(Limit limit, Meter meter, long tokens) {
        if (limit.concurrency() > 0 && meter.active >= limit.concurrency()) {
            return "concurrency_limit_exceeded";
        }
        long since = clock.micros() - MINUTE;
        while (!meter.minute.isEmpty() && meter.minute.getFirst().at() <= since) {
            meter.minute.removeFirst();
        }
        if (limit.requestsPerMinute() > 0 && meter.minute.size() >= limit.requestsPerMinute()) {
            return "rpm_limit_exceeded";
        }
        long sum = meter.minute.stream().mapToLong(Admission::tokens).sum();
        return limit.tokensPerMinute() > 0 && sum + tokens > limit.tokensPerMinute() ? "tpm_limit_exceeded" : null;
    }

    private Limit limit(String model, List<Limit> limits) {
        return limits.stream()
                .filter(limit -> model.equals(limit.model()))
                .findFirst()
                .or(() -> limits.stream().filter(limit -> limit.model() == null).findFirst())
                .orElseGet(() -> Limit.concurrency(
                        model, look.model(model).map(ModelSpec::concurrency).orElse(0)));
    }

    int active(Key key) {
        lock.lock();
        try {
            Meter meter = meters.get(key);
            return meter == null ? 0 : meter.active;
        } finally {
            lock.unlock();
        }
    }

    /** The most that were at work at once, by model. */
    Map<String, Integer> peaks() {
        lock.lock();
        try {
            return new TreeMap<>(peaks);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets peaks and minutes; what is at work stays counted. */
    void reset() {
        lock.lock();
        try {
            meters.values().forEach(meter -> meter.minute.clear());
            meters.values().removeIf(meter -> meter.active == 0);
            peaks.clear();
            peaks.putAll(working);
        } finally {
            lock.unlock();
        }
    }
}
