package dev.penstock.store.jdbc.write;

import dev.penstock.store.StoreException;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.LedgerStats;
import java.util.List;

/**
 * The one thread that writes. Everything that waits when it comes round shares a commit, and nobody waits for company.
 * Thread-safe.
 */
public final class GroupWriter implements Writer, AutoCloseable {

    private final WriteQueue queue;
    private final GroupCommit commit;
    private final int maxGroup;
    private final Thread thread;

    private GroupWriter(String name, Transactions transactions, CrashHook hook, Limits limits) {
        this.commit = new GroupCommit(transactions, hook, limits.maxGroup());
        this.maxGroup = limits.maxGroup();
        this.queue = new WriteQueue(limits.queue());
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::writeGroups);
    }

    /**
     * Begins to write.
     *
     * @param name the thread's
     * @param transactions how to begin a transaction
     * @param hook told about commits
     * @param limits how much shares a commit and how much may wait
     * @return the writer, to be closed
     */
    public static GroupWriter start(String name, Transactions transactions, CrashHook hook, Limits limits) {
        GroupWriter writer = new GroupWriter(name, transactions, hook, limits);
        writer.thread.start();
        return writer;
    }

    /**
     * How much shares a commit and how much may wait.
     *
     * @param maxGroup how many writes share a commit at most
     * @param queue how many writes may wait; more callers wait outside
     */
    public record Limits(int maxGroup, int queue) {}

    @Override
    public <R> R write(Work<R> work) throws InterruptedException {
        PendingWrite<R> write = new PendingWrite<>(work);
        if (!queue.put(write)) {
            throw closed();
        }
        return write.await();
    }

    @Override
    public <R> R writeUninterruptibly(Work<R> work) {
        PendingWrite<R> write = new PendingWrite<>(work);
        if (!queue.putUninterruptibly(write)) {
            throw closed();
        }
        return write.awaitUninterruptibly();
    }

    /** What it has done so far. */
    public LedgerStats stats() {
        return commit.stats();
    }

    /** Lets nobody in any more and waits until everybody inside has been answered. */
    @Override
    public void close() {
        queue.close();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeGroups() {
        while (true) {
            int heldUp = commit.heldUp();
            List<PendingWrite<?>> group = heldUp == 0 ? queue.take(maxGroup) : queue.takeAtOnce(room(heldUp));
            if (group.isEmpty() && heldUp == 0) {
                return;
            }
            try {
                commit.run(group);
                commit.goOn();
            } catch (RuntimeException | Error e) {
                commit.abandon(group, e);
            }
        }
    }

    /** Fewer come in while many wait for rows that somebody else holds, but never none. */
    private int room(int heldUp) {
        return Math.max(Math.max(1, maxGroup / 4), maxGroup - heldUp);
    }

    private static StoreException closed() {
        return new StoreException(StoreException.Kind.CLOSED, "the store was closed", null);
    }
}
