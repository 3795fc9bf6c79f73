package dev.penstock.time;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Something that happens once and that others may wait for, through a {@link Sleeper}. Thread-safe. Setting it a second
 * time changes nothing.
 */
public final class Signal {

    private final CountDownLatch latch = new CountDownLatch(1);

    /** Makes a signal that has not been set. */
    public Signal() {}

    /** Sets the signal and wakes whoever waits for it. */
    public void set() {
        latch.countDown();
    }

    /**
     * Whether it has been set.
     *
     * @return true once {@link #set()} was called
     */
    public boolean isSet() {
        return latch.getCount() == 0;
    }

    /** Waits on the real clock: for {@link Sleeper#system()} alone. */
    boolean await(long nanos) throws InterruptedException {
        return latch.await(nanos, TimeUnit.NANOSECONDS);
    }
}
