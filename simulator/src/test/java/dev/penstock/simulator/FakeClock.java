package dev.penstock.simulator;

import dev.penstock.simulator.clock.SimulatorClock;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when told to. */
final class FakeClock implements SimulatorClock {

    private final AtomicLong micros = new AtomicLong(1_000_000);

    void advanceSeconds(long seconds) {
        micros.addAndGet(seconds * 1_000_000);
    }

    @Override
    public long micros() {
        return micros.get();
    }

    @Override
    public long epochMillis() {
        return 1_790_000_000_000L + micros.get() / 1_000;
    }

    @Override
    public void sleep(long time) {
        micros.addAndGet(Math.max(0, time));
    }
}
