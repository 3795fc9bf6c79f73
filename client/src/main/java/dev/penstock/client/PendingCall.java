package dev.penstock.client;

import java.time.Duration;
import java.util.Optional;

/**
 * One caller's hold on an operation that runs. The operation is its own: it goes on when a caller leaves, where its
 * settings say so. Thread-safe.
 */
public interface PendingCall extends AutoCloseable {

    /**
     * Waits for the result, at most until the operation's own end.
     *
     * @return the result
     * @throws InterruptedException if the waiting thread is interrupted; the operation is not told
     */
    Result await() throws InterruptedException;

    /**
     * Waits for the result, for some time: this caller's answer deadline.
     *
     * @param atMost how long
     * @return the result; empty if the time came first
     * @throws InterruptedException if the waiting thread is interrupted; the operation is not told
     */
    Optional<Result> await(Duration atMost) throws InterruptedException;

    /**
     * Asks for cancellation. Certain only before the next dispatch; after it, the exchange is closed and the outcome is
     * unknown (R-CANCEL-1, R-CANCEL-2).
     */
    void cancel();

    /**
     * Leaves. An operation that nobody waits for any more and that has not been dispatched sends nothing; an unkeyed one
     * that was dispatched is closed; a keyed one finishes, so that a repeat finds its answer.
     */
    @Override
    void close();
}
