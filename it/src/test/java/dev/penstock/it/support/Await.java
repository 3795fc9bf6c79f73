package dev.penstock.it.support;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another process does. The patience is for a machine that is busy; no test's verdict depends on it. */
public final class Await {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK = Duration.ofMillis(20).toNanos();

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    /** Waits, and says what it waited for only if that was in vain. */
    static void until(Supplier<String> what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited in vain for " + what.get());
            }
            LockSupport.parkNanos(LOOK);
        }
    }
}
