package dev.penstock.store.jdbc;

import dev.penstock.store.StoreException;
import java.util.List;

/**
 * The one thread that writes. Everything that waits when it comes round shares a commit, and nobody waits for company.
 * Thread-safe.
 */
final class GroupWriter implements AutoCloseable {

    private final WriteQueue queue;
    private final GroupCommit commit;
    private final int maxGroup;
    private final Thread thread;

    GroupWriter(GroupCommit commit, SqliteSettings settings) {
        this.commit = commit;
        this.maxGroup = settings.maxGroup();
        this.queue = new WriteQueue(settings.queue());
        this.thread = Thread.ofPlatform().name("penstock-store-writer").daemon().unstarted(this::writeGroups);
    }

    void start() {
        thread.start();
    }

    /** Carries a write out; an interrupt withdraws it as long as the writer has not taken it. */
    <R> R write(Work<R> work) throws InterruptedException {
        PendingWrite<R> write = new PendingWrite<>(work);
        if (!queue.put(write)) {
            throw closed();
        }
        return write.await();
    }

    /** Carries a write out for a caller that cannot give up. */
    <R> R writeUninterruptibly(Work<R> work) {
        PendingWrite<R> write = new PendingWrite<>(work);
        if (!queue.putUninterruptibly(write)) {
            throw closed();
        }
        return write.awaitUninterruptibly();
    }

    LedgerStats stats() {
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
            List<PendingWrite<?>> group = queue.take(maxGroup);
            if (group.isEmpty()) {
                return;
            }
            try {
                commit.run(group);
            } catch (RuntimeException | Error e) {
                commit.abandon(group, e);
            }
        }
    }

    private static StoreException closed() {
        return new StoreException(StoreException.Kind.CLOSED, "the store was closed", null);
    }
}
