package dev.penstock.http.netty;

import dev.penstock.http.ExchangeLimits;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends an exchange when one of its {@link Clocks} runs out, whatever phase it is in and whoever is blocked (R-DEADLINE-6).
 * One timer per exchange: a clock that is put back leaves it alone, and it looks again when it fires. Thread-safe.
 */
final class Watchdog {

    private final ReentrantLock lock = new ReentrantLock();
    private final Clocks clocks;
    private final Time time;
    private final BooleanSupplier bytesUnread;
    private final Consumer<AbortCause> abort;
    private Timers.@Nullable Timer timer;
    private long firesAt;
    private boolean stopped;

    Watchdog(ExchangeLimits limits, Time time, BooleanSupplier bytesUnread, Consumer<AbortCause> abort) {
        this.clocks = new Clocks(limits, time.ticker());
        this.time = time;
        this.bytesUnread = bytesUnread;
        this.abort = abort;
    }

    void start() {
        change(() -> {});
    }

    void uploadMoved() {
        change(clocks::uploadMoved);
    }

    void requestEnded() {
        change(clocks::requestEnded);
    }

    void byteArrived() {
        change(clocks::byteArrived);
    }

    void progressed() {
        change(clocks::progressed);
    }

    void paused() {
        change(clocks::paused);
    }

    void resumed() {
        change(clocks::resumed);
    }

    void stop() {
        lock.lock();
        try {
            stopped = true;
            cancelTimer();
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable move) {
        lock.lock();
        try {
            if (!stopped) {
                move.run();
                fireBy(clocks.next().inNanos());
            }
        } finally {
            lock.unlock();
        }
    }

    private void fireBy(long inNanos) {
        long at = time.ticker().nanos() + inNanos;
        if (timer == null || at - firesAt < 0) {
            cancelTimer();
            firesAt = at;
            timer = time.timers().after(inNanos, this::fire);
        }
    }

    private void fire() {
        boolean behind = bytesUnread.getAsBoolean();
        AbortCause due = due(behind);
        if (due != null) {
            abort.accept(due);
        }
    }

    private @Nullable AbortCause due(boolean readerIsBehind) {
        lock.lock();
        try {
            timer = null;
            if (stopped) {
                return null;
            }
            Clocks.Due next = clocks.next();
            if (next.inNanos() <= 0 && next.onSilence() && readerIsBehind) {
                clocks.readerIsBehind();
                next = clocks.next();
            }
            if (next.inNanos() <= 0) {
                stopped = true;
                return next.cause();
            }
            fireBy(next.inNanos());
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
