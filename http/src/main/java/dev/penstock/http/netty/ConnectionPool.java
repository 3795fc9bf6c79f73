package dev.penstock.http.netty;

import dev.penstock.http.Origin;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Idle connections by origin, the one that idled least first. It bounds how long they idle, not how many there are: as
 * many as there were calls at once, which the limiters bound. Thread-safe; connections are closed outside the lock.
 */
final class ConnectionPool {

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Origin, ArrayDeque<Idle>> idle = new HashMap<>();
    private final Time time;
    private Timers.@Nullable Timer sweep;
    private boolean closed;

    ConnectionPool(Time time) {
        this.time = time;
    }

    /** A connection that has not idled too long; its event loop has yet to say whether it is usable. */
    @Nullable
    Connection take(Origin origin) {
        lock.lock();
        try {
            ArrayDeque<Idle> waiting = idle.get(origin);
            if (waiting == null || waiting.isEmpty() || waiting.getFirst().until.isExpired()) {
                return null;
            }
            return waiting.removeFirst().connection;
        } finally {
            lock.unlock();
        }
    }

    void put(Connection connection, Duration longest) {
        Idle entry = new Idle(connection, time.deadlineAfter(longest));
        if (!longest.isPositive() || !add(entry)) {
            connection.closeNow();
        }
    }

    void remove(Connection connection) {
        lock.lock();
        try {
            ArrayDeque<Idle> waiting = idle.get(connection.origin());
            if (waiting != null) {
                waiting.removeIf(entry -> entry.connection == connection);
            }
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return idle.values().stream().mapToInt(ArrayDeque::size).sum();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            if (sweep != null) {
                sweep.cancel();
                sweep = null;
            }
        } finally {
            lock.unlock();
        }
        removeWhere(true).forEach(Connection::closeNow);
    }

    private boolean add(Idle entry) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            idle.computeIfAbsent(entry.connection.origin(), origin -> new ArrayDeque<>())
                    .addFirst(entry);
            if (sweep == null) {
                sweep = time.timers().after(entry.until.remainingNanos(), this::sweep);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void sweep() {
        removeWhere(false).forEach(Connection::closeNow);
        lock.lock();
        try {
            sweep = null;
            long next = Long.MAX_VALUE;
            for (ArrayDeque<Idle> waiting : idle.values()) {
                for (Idle entry : waiting) {
                    next = Math.min(next, entry.until.remainingNanos());
                }
            }
            if (next != Long.MAX_VALUE && !closed) {
                sweep = time.timers().after(next, this::sweep);
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Connection> removeWhere(boolean all) {
        List<Connection> removed = new ArrayList<>();
        lock.lock();
        try {
            for (ArrayDeque<Idle> waiting : idle.values()) {
                for (Iterator<Idle> each = waiting.iterator(); each.hasNext(); ) {
                    Idle entry = each.next();
                    if (all || entry.until.isExpired()) {
                        each.remove();
                        removed.add(entry.connection);
                    }
                }
            }
            idle.values().removeIf(ArrayDeque::isEmpty);
        } finally {
            lock.unlock();
        }
        return removed;
    }

    private record Idle(Connection connection, Deadline until) {}
}
