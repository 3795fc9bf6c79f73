package dev.penstock.store.jdbc.postgres;

import java.time.Duration;

/**
 * The numbers of a store in PostgreSQL. Immutable.
 *
 * @param connections how many connections a process uses at most for reads and writes, 2 to 100; two more are kept for
 *     heartbeats and one for retention while it runs, and an engine listens on one
 * @param patience how long a read or a write waits for a connection; 5 s by default
 * @param statementTimeout how long the server works on one statement at most; 10 s by default
 * @param lockTimeout how long a write waits for a row that somebody else holds, while others go on; 2 s by default
 * @param lease how long a worker's lease lasts without a heartbeat; 15 s by default
 * @param maxGroup how many writes share a commit at most, 1 to 256
 * @param queue how many writes may wait for the writer; more callers wait outside
 * @param pooled whether a pooler stands in front of the server and may give each transaction to another session of it:
 *     then nothing is left in a session, no statement is prepared there, and others' moves are seen by looking alone. Found
 *     out when a store is opened, where it is not said
 * @param unsafe whether a server is used although its settings may lose what was committed
 */
public record PostgresSettings(
        int connections,
        Duration patience,
        Duration statementTimeout,
        Duration lockTimeout,
        Duration lease,
        int maxGroup,
        int queue,
        boolean pooled,
        boolean unsafe) {

    /** Checks the ranges. */
    public PostgresSettings {
        if (connections < 2 || connections > 100) {
            throw new IllegalArgumentException("a process uses 2 to 100 connections");
        }
        require(patience, Duration.ofMillis(250), "patience");
        require(statementTimeout, Duration.ofMillis(100), "statement timeout");
        require(lockTimeout, Duration.ofMillis(10), "lock timeout");
        require(lease, Duration.ofMillis(1), "lease");
        if (maxGroup < 1 || maxGroup > 256) {
            throw new IllegalArgumentException("a group has 1 to 256 writes");
        }
        if (queue < maxGroup) {
            throw new IllegalArgumentException("the queue must hold at least one group");
        }
    }

    private static void require(Duration span, Duration least, String name) {
        if (span.compareTo(least) < 0 || span.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(name + " must be " + least.toMillis() + " ms to one hour");
        }
    }

    /**
     * The defaults of design 8.
     *
     * @return 10 connections, 5 s, 10 s, 2 s, 15 s, 256, 4,096, no pooler, safe
     */
    public static PostgresSettings defaults() {
        return new PostgresSettings(
                10,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2),
                Duration.ofSeconds(15),
                256,
                4096,
                false,
                false);
    }

    /**
     * The same with another number of connections.
     *
     * @param count how many at most
     * @return a copy
     */
    public PostgresSettings withConnections(int count) {
        return new PostgresSettings(
                count, patience, statementTimeout, lockTimeout, lease, maxGroup, queue, pooled, unsafe);
    }

    /**
     * The same with another wait for rows.
     *
     * @param wait how long a write waits for a row that somebody else holds
     * @return a copy
     */
    public PostgresSettings withLockTimeout(Duration wait) {
        return new PostgresSettings(
                connections, patience, statementTimeout, wait, lease, maxGroup, queue, pooled, unsafe);
    }

    /**
     * The same for a server that may lose what was committed.
     *
     * @return a copy that does not refuse it
     */
    public PostgresSettings withUnsafe() {
        return new PostgresSettings(
                connections, patience, statementTimeout, lockTimeout, lease, maxGroup, queue, pooled, true);
    }

    /**
     * The same behind a pooler.
     *
     * @return a copy that leaves nothing in a session
     */
    public PostgresSettings withPooled() {
        return new PostgresSettings(
                connections, patience, statementTimeout, lockTimeout, lease, maxGroup, queue, true, unsafe);
    }

    /**
     * The same with another size of groups; 1 commits every write alone.
     *
     * @param writes how many writes share a commit at most
     * @return a copy
     */
    public PostgresSettings withMaxGroup(int writes) {
        return new PostgresSettings(
                connections, patience, statementTimeout, lockTimeout, lease, writes, queue, pooled, unsafe);
    }
}
