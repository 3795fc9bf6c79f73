package dev.penstock.time;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Timers on one daemon thread; cancelled ones leave the queue at once. */
final class SystemTimers implements Timers {

    static final Timers INSTANCE = new SystemTimers();

    private final ScheduledThreadPoolExecutor executor = executor();

    private SystemTimers() {}

    @Override
    public Timer after(long nanos, Runnable action) {
        ScheduledFuture<?> pending = executor.schedule(() -> guarded(action), nanos, TimeUnit.NANOSECONDS);
        return () -> pending.cancel(/* mayInterruptIfRunning= */ false);
    }

    private static void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, failure);
        }
    }

    private static ScheduledThreadPoolExecutor executor() {
        var executor = new ScheduledThreadPoolExecutor(1, action -> {
            Thread thread = new Thread(action, "penstock-timers");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
