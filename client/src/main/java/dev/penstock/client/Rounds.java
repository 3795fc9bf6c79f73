package dev.penstock.client;

import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;

/**
 * Does something again and again beside the calls, on one thread of its own, and something last when it is closed.
 */
final class Rounds implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Time time;
    private final Signal closed = new Signal();
    private final Signal ended = new Signal();

    private Rounds(Time time) {
        this.time = time;
    }

    /**
     * Begins.
     *
     * @param name of its thread
     * @param every how long between two rounds, nanoseconds
     * @param round what is done
     * @param last what is done once, when it is closed
     * @return to be closed by the caller
     */
    static Rounds start(String name, Time time, long every, Runnable round, Runnable last) {
        Rounds rounds = new Rounds(time);
        Unattended unattended = new Unattended(name, time);
        time.tasks().start(name, () -> rounds.run(every, () -> unattended.run(round), () -> unattended.run(last)));
        return rounds;
    }

    /** Ends it, and waits a while until what is last is done. */
    @Override
    public void close() {
        closed.set();
        try {
            boolean ignored = time.sleeper().await(ended, PATIENCE.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(long every, Runnable round, Runnable last) {
        try {
            while (!time.sleeper().await(closed, every)) {
                round.run();
            }
            last.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.set();
        }
    }
}
