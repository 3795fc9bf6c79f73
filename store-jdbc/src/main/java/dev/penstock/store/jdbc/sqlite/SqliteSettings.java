package dev.penstock.store.jdbc.sqlite;

import java.time.Duration;

/**
 * The numbers of an embedded store. Immutable.
 *
 * @param busyTimeout how long a write waits for somebody outside who holds the write lock before it is refused as BUSY;
 *     5 s by default (B084)
 * @param diskReserve how many bytes must be free for new work and new intents; 64 MiB by default
 * @param lease how long a worker's lease lasts without a heartbeat; 15 s by default
 * @param maxGroup how many writes share a commit at most, 1 to 256
 * @param queue how many writes may wait for the writer; more callers wait outside
 */
public record SqliteSettings(Duration busyTimeout, long diskReserve, Duration lease, int maxGroup, int queue) {

    private static final long MIB = 1 << 20;

    /** Checks the ranges. */
    public SqliteSettings {
        if (busyTimeout.toMillis() < 1 || busyTimeout.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("busy timeout must be 1 ms to 24 days");
        }
        if (diskReserve < 0) {
            throw new IllegalArgumentException("disk reserve must not be negative");
        }
        if (lease.toMillis() < 1) {
            throw new IllegalArgumentException("lease must be at least 1 ms");
        }
        if (maxGroup < 1 || maxGroup > 256) {
            throw new IllegalArgumentException("a group has 1 to 256 writes");
        }
        if (queue < maxGroup) {
            throw new IllegalArgumentException("the queue must hold at least one group");
        }
    }

    /**
     * The defaults of design 8.
     *
     * @return 5 s, 64 MiB, 15 s, 256, 4,096
     */
    public static SqliteSettings defaults() {
        return new SqliteSettings(Duration.ofSeconds(5), 64 * MIB, Duration.ofSeconds(15), 256, 4096);
    }

    /**
     * The same with another busy timeout.
     *
     * @param timeout how long to wait
     * @return a copy
     */
    public SqliteSettings withBusyTimeout(Duration timeout) {
        return new SqliteSettings(timeout, diskReserve, lease, maxGroup, queue);
    }

    /**
     * The same with another reserve.
     *
     * @param bytes how many must be free
     * @return a copy
     */
    public SqliteSettings withDiskReserve(long bytes) {
        return new SqliteSettings(busyTimeout, bytes, lease, maxGroup, queue);
    }

    /**
     * The same with another size of groups; 1 commits every write alone.
     *
     * @param writes how many writes share a commit at most
     * @return a copy
     */
    public SqliteSettings withMaxGroup(int writes) {
        return new SqliteSettings(busyTimeout, diskReserve, lease, writes, queue);
    }
}
