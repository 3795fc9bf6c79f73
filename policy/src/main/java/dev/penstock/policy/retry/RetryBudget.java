package dev.penstock.policy.retry;

import dev.penstock.time.Ticker;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket that bounds retries by a share of the originals and a slow floor (R-BUDGET-1, B063). Originals take no
 * token, every retry takes one when it is launched (R-BUDGET-2). The bucket starts full.
 *
 * <p>The level is kept as time: one token is worth one interval of the floor, and the bucket is the span that has passed
 * since a moment at which it would have been empty, up to its capacity. So the floor fills it by itself, a deposit moves
 * that moment back, a taken token moves it forward, and everything is one {@code long} and exact.
 *
 * <p>Thread-safe and lock-free. While the bucket is full, recording an original writes nothing.
 */
public final class RetryBudget {

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
    public RetryBudget(String name, RetryBudgetSettings settings, Ticker ticker) {
        this.name = name + "/" + settings.scope().name().toLowerCase(Locale.ROOT);
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

    /**
     * The budget's name, for metrics and messages.
     *
     * @return the given name and the scope: "deepseek/process"
     */
    public String name() {
        return name;
    }

    /** Counts an original attempt that is launched. */
    public void recordOriginal() {
        add(deposit);
    }

    /**
     * Takes a token for a retry that is about to be launched.
     *
     * @return the token, or when to come back
     */
    public TokenOutcome tryTake() {
        while (true) {
            long now = ticker.nanos();
            long seen = emptyAt.get();
            long level = level(seen, now);
            if (level < token) {
                return new TokenOutcome.Exhausted(name, token - level);
            }
            if (emptyAt.compareAndSet(seen, now - level + token)) {
                return new RetryToken(this);
            }
        }
    }

    /**
     * Whole tokens at hand, for metrics.
     *
     * @return 0 to the capacity
     */
    public int available() {
        return (int) (Math.max(0, level(emptyAt.get(), ticker.nanos())) / token);
    }

    void putBack() {
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
