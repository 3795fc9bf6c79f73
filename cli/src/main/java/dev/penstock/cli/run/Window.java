package dev.penstock.cli.run;

import dev.penstock.store.IdempotencyKey;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lines that were taken from the input and are not done: at most so many, and of at most so many bytes together
 * (one line is always let in). Thread-safe.
 */
final class Window {

    private final int lines;
    private final long bytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Set<IdempotencyKey> present = new HashSet<>();
    private long used;
    private boolean closed;

    Window(int lines, long bytes) {
        this.lines = lines;
        this.bytes = bytes;
    }

    /** What became of asking for a place. */
    enum Entry {
        /** It has one. */
        ENTERED,
        /** The same key is in already. */
        PRESENT,
        /** There is no room now. */
        FULL,
        /** Nothing more is let in. */
        CLOSED
    }

    /** Waits for room. */
    Entry enter(IdempotencyKey key, long size) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && isFull(size, lines)) {
                room.await();
            }
            return take(key, size);
        } finally {
            lock.unlock();
        }
    }

    /** Does not wait, and is let in beyond the window, up to its double: what a person decided goes before the rest. */
    Entry tryEnter(IdempotencyKey key, long size) {
        lock.lock();
        try {
            return !closed && isFull(size, 2 * lines) ? Entry.FULL : take(key, size);
        } finally {
            lock.unlock();
        }
    }

    void leave(IdempotencyKey key, long size) {
        lock.lock();
        try {
            if (present.remove(key)) {
                used -= size;
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets nothing more in; who waits is told. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean contains(IdempotencyKey key) {
        lock.lock();
        try {
            return present.contains(key);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return present.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull(long size, int most) {
        return !present.isEmpty() && (present.size() >= most || used + size > bytes);
    }

    private Entry take(IdempotencyKey key, long size) {
        if (closed) {
            return Entry.CLOSED;
        }
        if (!present.add(key)) {
            return Entry.PRESENT;
        }
        used += size;
        return Entry.ENTERED;
    }
}
