package dev.penstock.http;

import dev.penstock.time.Sleeper;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Time that passes when the test says so, for many threads: sockets run at their own pace, limits at the test's. Timers
 * that fall due run on the thread that advances.
 */
final class HandTime implements Timers {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Pending> pending = new ArrayList<>();
    private long now;

    public Time time() {
        return new Time(this::now, InstantSource.system(), Sleeper.system(), this);
    }

    public void advance(Duration span) {
        List<Pending> due;
        lock.lock();
        try {
            now += span.toNanos();
            due = pending.stream().filter(timer -> timer.at <= now).toList();
            pending.removeAll(due);
        } finally {
            lock.unlock();
        }
        due.forEach(timer -> timer.action.run());
    }

    public int pendingTimers() {
        lock.lock();
        try {
            return pending.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Timer after(long nanos, Runnable action) {
        lock.lock();
        try {
            Pending timer = new Pending(now + Math.max(0, nanos), action);
            pending.add(timer);
            return () -> cancel(timer);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Pending timer) {
        lock.lock();
        try {
            pending.remove(timer);
        } finally {
            lock.unlock();
        }
    }

    private long now() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    private static final class Pending {

        private final long at;
        private final Runnable action;

        private Pending(long at, Runnable action) {
            this.at = at;
            this.action = action;
        }
    }
}
