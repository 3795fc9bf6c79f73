package dev.penstock.gateway;

import java.util.concurrent.Callable;
import org.assertj.core.api.Assertions;

/** Waits for what threads and sockets bring about, and for no longer than patience allows. */
final class Eventually {

    private static final int TRIES = 2_000;
    private static final int PAUSE_MILLIS = 10;

    private Eventually() {}

    static void holds(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            if (condition.call()) {
                return;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        Assertions.fail("it never came to hold");
    }
}
