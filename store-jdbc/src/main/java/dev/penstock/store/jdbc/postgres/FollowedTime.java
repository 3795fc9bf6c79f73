package dev.penstock.store.jdbc.postgres;

import dev.penstock.time.Ticker;
import java.time.Instant;

/**
 * The server's clock, carried on by the monotonic clock of this process. Every transaction looks again, a heartbeat's
 * too, so that it is off by half a round trip and a few seconds' drift at most. Leases and due times are never compared
 * on it, only inside transactions on the server's own. Thread-safe.
 */
final class FollowedTime implements ServerTime {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private record Look(long millis, long nanos) {}

    private final Ticker ticker;
    private final ClockSkew skew;
    private volatile Look last;

    FollowedTime(Ticker ticker, ClockSkew skew) {
        this.ticker = ticker;
        this.skew = skew;
        this.last = new Look(0, ticker.nanos());
    }

    @Override
    public long learn(long millis, long askedNanos) {
        long now = ticker.nanos();
        last = new Look(millis, askedNanos + (now - askedNanos) / 2);
        skew.seen(millis);
        return millis;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        Look look = last;
        return look.millis() + (ticker.nanos() - look.nanos()) / NANOS_PER_MILLI;
    }
}
