package dev.penstock.client;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of foreign code that one thread may be blocked in. Closing it interrupts that thread, there and nowhere else,
 * and lets nobody in any more. Thread-safe.
 */
final class Section {

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread inside;
    private boolean closed;
    private boolean expired;
    private boolean interrupted;

    /**
     * Enters.
     *
     * @return false if it is closed, or its time is over
     */
    boolean enter() {
        lock.lock();
        try {
            if (closed || expired) {
                return false;
            }
            inside = Thread.currentThread();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Leaves; an interrupt that was meant for this stretch does not outlive it. */
    void exit() {
        lock.lock();
        try {
            inside = null;
            if (interrupted) {
                interrupted = false;
                Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets nobody in for good. */
    void close() {
        lock.lock();
        try {
            closed = true;
            wake();
        } finally {
            lock.unlock();
        }
    }

    /** Lets nobody in until there is time again. */
    void expire() {
        lock.lock();
        try {
            expired = true;
            wake();
        } finally {
            lock.unlock();
        }
    }

    /** There is time again. */
    void renew() {
        lock.lock();
        try {
            expired = false;
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        if (inside != null) {
            interrupted = true;
            inside.interrupt();
        }
    }
}
