package dev.penstock.it.gateway.kill;

import dev.penstock.it.support.GatewayProcess;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** The gateway's lives, one after another, as its callers see them. Thread-safe. */
final class Lives {

    private static final long PAUSE = 100_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Integer, Long> begunAgain = new ConcurrentHashMap<>();
    private Life current;
    private volatile boolean over;

    /** One life of it. */
    record Life(int number, GatewayProcess gateway) {}

    Lives(GatewayProcess first) {
        current = new Life(0, first);
    }

    /** The newest life; it may have ended. */
    Life current() {
        lock.lock();
        try {
            return current;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next life begins.
     *
     * @param epochMs when its process was started: the one before was gone by then
     */
    void next(GatewayProcess gateway, long epochMs) {
        lock.lock();
        try {
            begunAgain.put(current.number(), epochMs);
            current = new Life(current.number() + 1, gateway);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** When the life after this one began, epoch milliseconds. */
    long begunAfter(int life) {
        return begunAgain.getOrDefault(life, Long.MAX_VALUE);
    }

    /** Waits until another life than this one has begun. */
    void awaitAfter(Life life) {
        lock.lock();
        try {
            while (current.number() == life.number()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    void pause() {
        LockSupport.parkNanos(PAUSE);
    }

    /** From now on nobody takes a new key. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }
}
