package dev.penstock.testkit;

import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Time that passes only when told to. Sleeping advances it at once and runs the timers that fall due on the way, in the
 * order of their instants and, at one instant, in the order in which they were set. The wall clock moves with it and
 * may be made to jump apart from it.
 *
 * <p>For one thread at a time: it is not thread-safe, and that is the point of it.
 */
public final class VirtualTime implements Sleeper, Timers {

    /** Where the wall clock starts: 2026-10-02T00:00:00Z. */
    public static final Instant START = Instant.parse("2026-10-02T00:00:00Z");

    private final PriorityQueue<Pending> pending = new PriorityQueue<>();
    private final List<Duration> sleeps = new ArrayList<>();
    private final Time time = new Time(this::nanos, this::wall, this, this);
    private long now;
    private Duration wallOffset = Duration.ZERO;
    private long sequence;

    /** Starts at tick zero. */
    public VirtualTime() {
        this(0);
    }

    /**
     * Starts at a chosen tick, for example just below the point where the count wraps.
     *
     * @param startTick the first reading of the ticker
     */
    public VirtualTime(long startTick) {
        this.now = startTick;
        this.wallOffset = Duration.ofNanos(-startTick);
    }

    /**
     * This time as the bundle that components take.
     *
     * @return the bundle, always the same one
     */
    public Time time() {
        return time;
    }

    /**
     * Lets time pass and runs what falls due.
     *
     * @param span how much
     */
    public void advance(Duration span) {
        advanceTo(now + span.toNanos());
    }

    /**
     * Moves the wall clock alone, as a step of NTP would (B062).
     *
     * @param step by how much, either way
     */
    public void jumpWall(Duration step) {
        wallOffset = wallOffset.plus(step);
    }

    /**
     * Every sleep that was asked for, in order.
     *
     * @return a copy
     */
    public List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /**
     * How many timers wait, cancelled ones not counted.
     *
     * @return the number
     */
    public int pendingTimers() {
        return pending.size();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        throwIfInterrupted();
        if (nanos > 0) {
            sleeps.add(Duration.ofNanos(nanos));
            advanceTo(now + nanos);
        }
    }

    @Override
    public boolean await(Signal signal, long nanos) throws InterruptedException {
        throwIfInterrupted();
        long until = now + Math.max(0, nanos);
        while (!signal.isSet()) {
            Pending next = pending.peek();
            if (next == null || next.at - until > 0) {
                advanceTo(until);
                return signal.isSet();
            }
            advanceTo(next.at);
        }
        return true;
    }

    @Override
    public Timer after(long nanos, Runnable action) {
        Pending entry = new Pending(now + Math.max(0, nanos), sequence++, action);
        pending.add(entry);
        return () -> pending.remove(entry);
    }

    private long nanos() {
        return now;
    }

    private Instant wall() {
        return START.plus(wallOffset).plusNanos(now);
    }

    private void advanceTo(long target) {
        while (true) {
            Pending next = pending.peek();
            if (next == null || next.at - target > 0) {
                break;
            }
            pending.poll();
            now = next.at;
            next.action.run();
        }
        if (target - now > 0) {
            now = target;
        }
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private record Pending(long at, long sequence, Runnable action) implements Comparable<Pending> {
        @Override
        public int compareTo(Pending other) {
            int byInstant = Long.compare(at - other.at, 0);
            return byInstant != 0 ? byInstant : Long.compare(sequence, other.sequence);
        }
    }
}
