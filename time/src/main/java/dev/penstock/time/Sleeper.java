package dev.penstock.time;

/**
 * The one way to let time pass in a thread: everything that blocks for a while does so here, so that a test may put
 * virtual time in its place (R-BACKOFF-2). Implementations are thread-safe.
 */
public interface Sleeper {

    /**
     * Sleeps.
     *
     * @param nanos how long; zero and less return at once
     * @throws InterruptedException if the thread is interrupted before or while it sleeps
     */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Waits until a signal is set, or a time has passed.
     *
     * @param signal what to wait for
     * @param nanos how long at most; zero and less only look
     * @return whether the signal is set
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    boolean await(Signal signal, long nanos) throws InterruptedException;

    /**
     * Waits until a signal is set, or a deadline has passed.
     *
     * @param signal what to wait for
     * @param deadline when to give up
     * @return whether the signal is set
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    default boolean await(Signal signal, Deadline deadline) throws InterruptedException {
        return await(signal, deadline.remainingNanos());
    }

    /**
     * The sleeper of this process.
     *
     * @return a sleeper on the real clock
     */
    static Sleeper system() {
        return SystemSleeper.INSTANCE;
    }
}
