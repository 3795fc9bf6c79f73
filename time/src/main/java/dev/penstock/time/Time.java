package dev.penstock.time;

import java.time.Duration;
import java.time.InstantSource;

/**
 * All that a component may know of time, in one argument: the monotonic ticker for spans, the wall clock for records, a
 * way to wait, a way to act later and a way to act beside. Immutable; thread-safe as its parts are.
 *
 * @param ticker monotonic nanoseconds, for every span
 * @param wall wall time, for records and for dates that others sent; never for spans
 * @param sleeper how a thread waits
 * @param timers how something is done later
 * @param tasks how something is done beside
 */
public record Time(Ticker ticker, InstantSource wall, Sleeper sleeper, Timers timers, Tasks tasks) {

    /**
     * Time of one's own, and the tasks of this process.
     *
     * @param ticker monotonic nanoseconds, for every span
     * @param wall wall time, for records and for dates that others sent; never for spans
     * @param sleeper how a thread waits
     * @param timers how something is done later
     */
    public Time(Ticker ticker, InstantSource wall, Sleeper sleeper, Timers timers) {
        this(ticker, wall, sleeper, timers, Tasks.system());
    }

    /**
     * The real time of this process.
     *
     * @return system ticker, system clock, real sleeping, the shared timers, a virtual thread for each task
     */
    public static Time system() {
        return new Time(Ticker.system(), InstantSource.system(), Sleeper.system(), Timers.system());
    }

    /**
     * A deadline a span ahead on this time's ticker.
     *
     * @param span how far ahead
     * @return the deadline
     */
    public Deadline deadlineAfter(Duration span) {
        return Deadline.after(span, ticker);
    }
}
