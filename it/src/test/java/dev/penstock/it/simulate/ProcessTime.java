package dev.penstock.it.simulate;

import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Tasks;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.time.Duration;
import java.time.Instant;

/** Time as one process has it: a ticker with a start of its own, and a wall clock that is wrong and may jump. */
final class ProcessTime implements Sleeper, Timers, Tasks {

    /** Where the wall clocks start that are right. */
    static final Instant START = Instant.parse("2026-10-02T00:00:00Z");

    private final Scheduler scheduler;
    private final NodeProcess process;
    private final long firstTick;
    private Duration skew;

    ProcessTime(Scheduler scheduler, NodeProcess process, long firstTick, Duration skew) {
        this.scheduler = scheduler;
        this.process = process;
        this.firstTick = firstTick;
        this.skew = skew;
    }

    Time time() {
        return new Time(this::nanos, this::wall, this, this, this);
    }

    /** Moves the wall clock alone, as a step of NTP would. */
    void jump(Duration step) {
        skew = skew.plus(step);
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        throwIfInterrupted();
        scheduler.sleep(nanos);
    }

    @Override
    public boolean await(Signal signal, long nanos) throws InterruptedException {
        throwIfInterrupted();
        return scheduler.await(signal, nanos);
    }

    @Override
    public Timer after(long nanos, Runnable action) {
        return scheduler.after(process, nanos, action);
    }

    @Override
    public void start(String name, Runnable task) {
        scheduler.start(process, name, task);
    }

    private long nanos() {
        return firstTick + scheduler.now();
    }

    private Instant wall() {
        return START.plus(skew).plusNanos(scheduler.now());
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
