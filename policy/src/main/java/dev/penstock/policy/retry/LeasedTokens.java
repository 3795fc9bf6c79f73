package dev.penstock.policy.retry;

import dev.penstock.time.Deadline;
import dev.penstock.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * One process's part of an account's budget, where several processes share it (R-BUDGET-3, design 5 and 9): tokens that it
 * leases by the block from whoever keeps the account's bucket, and hands out here. It makes none by itself. When its lease
 * has run out, nothing is left: closed, not open.
 *
 * <p>Thread-safe; renewals are one thread's.
 */
public final class LeasedTokens implements RetryBudget {

    private final String name;
    private final long comeBackNanos;
    private final AtomicBoolean wanting = new AtomicBoolean();
    private final LongAdder originals = new LongAdder();
    private volatile Deadline usableUntil;

    /** Another one after each lease that ran out: a token that was taken before goes back to nobody. */
    private volatile AtomicInteger tokens = new AtomicInteger();

    /**
     * What a process says about its tokens.
     *
     * @param holding how many it keeps, the most that it may spend until it hears the answer
     * @param returned how many it gives back
     * @param originals how many originals it has launched since it began
     * @param wanting whether a retry found none since the last renewal
     */
    public record Standing(int holding, int returned, long originals, boolean wanting) {}

    /**
     * A part that holds nothing yet.
     *
     * @param name whose budget it is; the scope is added to it
     * @param settings the account's allowance
     * @param ticker the clock of the lease
     */
    public LeasedTokens(String name, RetryBudgetSettings settings, Ticker ticker) {
        this.name = RetryBudget.name(name, settings.scope());
        this.comeBackNanos = settings.floorInterval().toNanos();
        this.usableUntil = Deadline.after(Duration.ZERO, ticker);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void recordOriginal() {
        originals.increment();
    }

    @Override
    public TokenOutcome tryTake() {
        AtomicInteger mine = tokens;
        while (true) {
            int present = mine.get();
            if (present <= 0 || usableUntil.isExpired()) {
                wanting.set(true);
                return new TokenOutcome.Exhausted(name, comeBackNanos);
            }
            // The rivals are other retries, and a renewal that gives tokens back.
            if (mine.compareAndSet(present, present - 1)) {
                return new RetryToken(mine::incrementAndGet);
            }
        }
    }

    @Override
    public int available() {
        return usableUntil.isExpired() ? 0 : Math.max(0, tokens.get());
    }

    /**
     * Whether a retry found no token since the last renewal.
     *
     * @return true if one did
     */
    public boolean isWanting() {
        return wanting.get();
    }

    /**
     * Prepares a renewal: takes out of use what is more than this process is to keep.
     *
     * @param keep how many it may keep at most, 0 or more
     * @return what to tell whoever keeps the account's bucket
     */
    public Standing stand(int keep) {
        boolean wants = wanting.getAndSet(false);
        if (usableUntil.isExpired()) {
            tokens = new AtomicInteger();
        }
        AtomicInteger mine = tokens;
        while (true) {
            int present = mine.get();
            int kept = Math.min(present, keep);
            if (kept == present || mine.compareAndSet(present, kept)) {
                return new Standing(Math.max(0, kept), present - kept, originals.sum(), wants);
            }
        }
    }

    /**
     * Takes what a renewal gave.
     *
     * @param more tokens beside what was kept; below 0 where what was kept is not this process's any more
     * @param until when all of them have run out
     */
    public void renew(int more, Deadline until) {
        tokens.addAndGet(more);
        usableUntil = until;
    }
}
