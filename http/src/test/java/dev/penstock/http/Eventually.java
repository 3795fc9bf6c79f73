package dev.penstock.http;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** For what another thread does soon: looks again until it is so; the test's timeout is the limit. */
public final class Eventually {

    private Eventually() {}

    public static void is(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(Duration.ofMillis(5));
        }
    }
}
