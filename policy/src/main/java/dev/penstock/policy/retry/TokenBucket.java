package dev.penstock.policy.retry;

import dev.penstock.time.Ticker;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One process's own budget: a token bucket that starts full.
 *
 * <p>The level is kept as time: one token is worth one interval of the floor, and the bucket is the span that has passed
 * since a moment at which it would have been empty, up to its capacity. So the floor fills it by itself, a deposit moves
 * that moment back, a taken token moves it forward, and everything is one {@code long} and exact.
 *
 * <p>Thread-safe and lock-free. While the bucket is full, recording an original writes nothing.
 */
public final class TokenBucket implements RetryBudget {

    private final String name;
    private final Ticker ticker;
    private final long token;
    private final long capacity;
    private final long deposit;
    private final AtomicLong emptyAt;

    /** A moment of emptiness that was once seen to mean full: as long as it stands, nothing is missing. */
    private volatile long fullSince;

    /**
     * Makes a full bucket.
     *
     * @param name whose budget it is; the scope is added to it
     * @param settings the allowance
     * @param ticker the clock of the floor
     */
    public TokenBucket(String name, RetryBudgetSettings settings, Ticker ticker) {
        this.name = RetryBudget.name(name, settings.scope());
        this.ticker = ticker;
        this.token = settings.floorInterval().toNanos();
        this.capacity = token * settings.capacity();
        this.deposit = settings.floorInterval()
                .multipliedBy(settings.depositPercent())
                .dividedBy(100)
                .toNanos();
        this.fullSince = ticker.nanos() - capacity;
        this.emptyAt = new AtomicLong(fullSince);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void recordOriginal() {
        add(deposit);
    }

    @Override
    public TokenOutcome tryTake() {
        while (true) {
            long now = ticker.nanos();
            long seen = emptyAt.get();
            long level = level(seen, now);
            if (level < token) {
                return new TokenOutcome.Exhausted(name, token - level);
            }
            if (emptyAt.compareAndSet(seen, now - level + token)) {
                return new RetryToken(this::putBack);
            }
        }
    }

    @Override
    public int available() {
        return (int) (Math.max(0, level(emptyAt.get(), ticker.nanos())) / token);
    }

    private void putBack() {
        add(token);
    }

    private void add(long amount) {
        while (true) {
            long seen = emptyAt.get();
            if (seen == fullSince) {
                return;
            }
            long now = ticker.nanos();
            long level = level(seen, now);
            if (level >= capacity) {
                fullSince = seen;
                return;
            }
            if (emptyAt.compareAndSet(seen, now - Math.min(capacity, level + amount))) {
                return;
            }
        }
    }

    /** Below zero only if another thread has read a later moment than this one. */
    private long level(long emptyMoment, long now) {
        return Math.min(capacity, now - emptyMoment);
    }
}
