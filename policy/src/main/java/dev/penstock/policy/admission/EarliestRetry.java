package dev.penstock.policy.admission;

import dev.penstock.time.Deadline;
import dev.penstock.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * When the next retry on one route may be sent: a Retry-After that one operation was given holds for the retries of all
 * (design 5). Originals are not held back by it. Thread-safe.
 */
public final class EarliestRetry {

    private final Ticker ticker;
    private final AtomicLong at;

    /**
     * Nothing is held back yet.
     *
     * @param ticker the clock
     */
    public EarliestRetry(Ticker ticker) {
        this.ticker = ticker;
        this.at = new AtomicLong(ticker.nanos());
    }

    /**
     * The provider said when to come back. A hint that ends earlier than one before it changes nothing.
     *
     * @param wait from now; zero and less change nothing
     */
    public void hint(Duration wait) {
        long candidate = ticker.nanos() + Deadline.saturatedNanos(wait);
        // The rival is another hint: the later instant stays, whichever is written first.
        at.accumulateAndGet(candidate, (known, hinted) -> hinted - known > 0 ? hinted : known);
    }

    /**
     * How long a retry has to wait at least.
     *
     * @return the time left, zero if nothing holds it back
     */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, at.get() - ticker.nanos()));
    }
}
