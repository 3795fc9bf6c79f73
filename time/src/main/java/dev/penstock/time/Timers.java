package dev.penstock.time;

/**
 * Runs short actions later. An action must not block: it sets a signal, aborts an exchange, wakes somebody. A timer that
 * is cancelled is forgotten at once, so that ten thousand finished calls leave no timer behind.
 *
 * <p>Implementations are thread-safe.
 */
public interface Timers {

    /**
     * Runs an action after a delay, once.
     *
     * @param nanos the delay; zero and less mean as soon as possible
     * @param action what to run; what it throws is given to the thread's uncaught handler and stops no other timer
     * @return a handle that takes the timer back
     */
    Timer after(long nanos, Runnable action);

    /** A pending action. */
    interface Timer {
        /**
         * Takes the action back if it has not begun. Calling it again, or late, does nothing.
         */
        void cancel();
    }

    /**
     * Timers on the real clock, on one daemon thread that every caller in the process shares.
     *
     * @return the shared timers
     */
    static Timers system() {
        return SystemTimers.INSTANCE;
    }
}
