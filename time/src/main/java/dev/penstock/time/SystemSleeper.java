package dev.penstock.time;

import java.util.concurrent.TimeUnit;

/** Sleeps on the real clock. */
enum SystemSleeper implements Sleeper {
    INSTANCE;

    @Override
    public void sleep(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    @Override
    public boolean await(Signal signal, long nanos) throws InterruptedException {
        return signal.await(nanos);
    }
}
