package dev.penstock.client;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who flies under a key after one that all its callers have left: that one may be abandoned at any moment and cannot be
 * joined, and its exchange may go on for long (design 12). At most one waits for its place, and everybody who comes
 * later joins that one; one that nobody waits for any more loses its turn to whoever comes next. Thread-safe.
 */
final class Succession {

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Flight next;
    private boolean closed;

    /**
     * Waits for the place, or joins whoever waits for it.
     *
     * @param mine the flight of a repeat of the key
     * @return that flight if it is the next now; the one that is, joined; null if the place is just being taken
     */
    @Nullable
    Flight board(Flight mine) {
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            Flight waiting = next;
            if (waiting != null && waiting.join()) {
                return waiting;
            }
            next = mine;
            return mine;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits no longer.
     *
     * @return false if it was not the next any more, or is given the place
     */
    boolean withdraw(Flight mine) {
        lock.lock();
        try {
            boolean isNext = !closed && mine.equals(next);
            if (isNext) {
                next = null;
            }
            return isNext;
        } finally {
            lock.unlock();
        }
    }

    /** The place is given away: to the next, if there is one. From now on nobody boards, and nobody withdraws. */
    @Nullable
    Flight close() {
        lock.lock();
        try {
            closed = true;
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Who waits for the place, or has it; null for nobody. */
    @Nullable
    Flight next() {
        lock.lock();
        try {
            return next;
        } finally {
            lock.unlock();
        }
    }
}
