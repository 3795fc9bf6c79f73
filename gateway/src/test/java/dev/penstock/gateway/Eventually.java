package dev.penstock.gateway;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.Assertions;

/** Waits for what threads and sockets bring about, and for no longer than patience allows. */
public final class Eventually {

    private static final int TRIES = 2_000;
    private static final long LOOK = Duration.ofMillis(10).toNanos();

    private Eventually() {}

    public static void holds(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            if (condition.call()) {
                return;
            }
            LockSupport.parkNanos(LOOK);
        }
        Assertions.fail("it never came to hold");
    }
}
