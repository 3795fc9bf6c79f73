package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** The store's clock, and ids of its own. Thread-safe, whatever the generator is. */
public final class LedgerClock {

    private final ReentrantLock lock = new ReentrantLock();
    private final InstantSource wall;
    private final RandomGenerator random;

    /**
     * Tells the time by the store's clock.
     *
     * @param wall the store's clock
     * @param random makes ids
     */
    public LedgerClock(InstantSource wall, RandomGenerator random) {
        this.wall = wall;
        this.random = random;
    }

    /** Epoch milliseconds. */
    long now() {
        return wall.millis();
    }

    /** The id of a write of the store's own. */
    public WriteId nextWriteId() {
        return new WriteId(draw());
    }

    /** Unique per start of a process, never a host name (B078). */
    WorkerId nextWorkerId() {
        return new WorkerId("w_" + Long.toString(now(), 36) + "_" + Long.toHexString(draw()));
    }

    String nextApiKeyId() {
        return "key_" + HexFormat.of().toHexDigits(draw());
    }

    ApiKeySecret nextApiKeySecret() {
        lock.lock();
        try {
            return ApiKeySecret.create(random);
        } finally {
            lock.unlock();
        }
    }

    private long draw() {
        lock.lock();
        try {
            return random.nextLong();
        } finally {
            lock.unlock();
        }
    }
}
