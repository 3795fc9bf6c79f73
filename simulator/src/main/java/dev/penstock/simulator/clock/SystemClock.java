package dev.penstock.simulator.clock;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

enum SystemClock implements SimulatorClock {
    INSTANCE;

    @Override
    public long micros() {
        return System.nanoTime() / 1_000;
    }

    @Override
    public long epochMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void sleep(long micros) throws InterruptedException {
        if (micros > 0) {
            Thread.sleep(Duration.of(micros, ChronoUnit.MICROS));
        }
    }
}
