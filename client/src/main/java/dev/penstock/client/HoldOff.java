package dev.penstock.client;

import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * For how long a ledger that refuses background work is left alone: 1 s, and twice as long each time, up to 30 s, until it
 * takes something again. Thread-safe.
 */
final class HoldOff {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private Duration span = Duration.ZERO;
    private Deadline until;

    HoldOff(Time time) {
        this.time = time;
        this.until = time.deadlineAfter(Duration.ZERO);
    }

    /**
     * The ledger refused.
     *
     * @return for how long it is left alone from now; empty if it already is, and this refusal is of the same round
     */
    Optional<Duration> refused() {
        lock.lock();
        try {
            if (!until.isExpired()) {
                return Optional.empty();
            }
            Duration twice = span.isZero() ? FIRST : span.multipliedBy(2);
            span = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
            until = time.deadlineAfter(span);
            return Optional.of(span);
        } finally {
            lock.unlock();
        }
    }

    /** The ledger took something. */
    void took() {
        lock.lock();
        try {
            span = Duration.ZERO;
            until = time.deadlineAfter(Duration.ZERO);
        } finally {
            lock.unlock();
        }
    }

    /** How many operations may be taken up of so many: none while it is left alone, and one to find out whether it may be. */
    int atMost(int wanted) {
        lock.lock();
        try {
            if (!until.isExpired()) {
                return 0;
            }
            return span.isZero() ? wanted : Math.min(wanted, 1);
        } finally {
            lock.unlock();
        }
    }
}
