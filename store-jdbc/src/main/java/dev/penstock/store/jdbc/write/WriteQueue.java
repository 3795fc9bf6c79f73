package dev.penstock.store.jdbc.write;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bounded line in front of the writer. Callers beyond its capacity wait outside; once it is closed nobody gets in,
 * and those inside are still taken. Thread-safe.
 */
final class WriteQueue {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final ArrayDeque<PendingWrite<?>> line = new ArrayDeque<>();
    private final int capacity;
    private boolean closed;

    WriteQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Puts a write in line, waiting for room; false if the queue is closed. */
    boolean put(PendingWrite<?> write) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (line.size() >= capacity && !closed) {
                notFull.await();
            }
            return enter(write);
        } finally {
            lock.unlock();
        }
    }

    /** The same for a thread that cannot give up. */
    boolean putUninterruptibly(PendingWrite<?> write) {
        lock.lock();
        try {
            while (line.size() >= capacity && !closed) {
                notFull.awaitUninterruptibly();
            }
            return enter(write);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes what stands in line, in order, waiting for the first; withdrawn ones are dropped. Empty only once the queue
     * is closed and nobody is inside.
     */
    List<PendingWrite<?>> take(int atMost) {
        lock.lock();
        try {
            List<PendingWrite<?>> taken = new ArrayList<>();
            while (taken.isEmpty()) {
                while (line.isEmpty()) {
                    if (closed) {
                        return taken;
                    }
                    notEmpty.awaitUninterruptibly();
                }
                takeInto(taken, atMost);
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** The same without waiting: empty if nobody is inside. */
    List<PendingWrite<?>> takeAtOnce(int atMost) {
        lock.lock();
        try {
            List<PendingWrite<?>> taken = new ArrayList<>();
            takeInto(taken, atMost);
            return taken;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void takeInto(List<PendingWrite<?>> taken, int atMost) {
        while (taken.size() < atMost && !line.isEmpty()) {
            PendingWrite<?> next = line.poll();
            if (next.take()) {
                taken.add(next);
            }
        }
        notFull.signalAll();
    }

    private boolean enter(PendingWrite<?> write) {
        if (closed) {
            return false;
        }
        line.add(write);
        notEmpty.signal();
        return true;
    }
}
