package dev.penstock.client;

import dev.penstock.store.Bytes;

/**
 * Where a live stream goes. Called by the operation's own thread, one call at a time and in the stream's order; no call
 * comes after {@link #event} has returned false or has thrown, and none after the result has landed.
 *
 * <p>What comes before the first content, reasoning, refusal or tool-call fragment is held back, so that an early failure
 * can still be tried again and the reader sees one preamble. The last choice's finish, the usage and [DONE] are held back
 * until the outcome is committed. On a failure after output nothing is added: the result says what happened.
 */
@FunctionalInterface
public interface LiveOutput {

    /**
     * Takes one event. From the first one on, the answer counts as delivered. It may block: then nothing more is read from
     * the provider, and none of the limits on the provider's silence runs, but the operation's deadline does and
     * interrupts this thread.
     *
     * @param event one whole event as the provider wrote it, its blank line included, without comments
     * @return false if the reader is gone or takes too long: it counts as having left (R-CANCEL-2)
     * @throws InterruptedException if the thread is interrupted while it waits for the reader, which counts as false
     */
    boolean event(Bytes event) throws InterruptedException;

    /**
     * Told once, directly before the first event.
     *
     * @param operation where the operation stands; attempts, queue time and route are final for this answer
     */
    default void begin(OperationInfo operation) {}

    /**
     * Told once, when the outcome is committed and the answer is complete, directly before the events that were held for
     * that: what a stream can only say at its end.
     *
     * @param operation where the operation stands, usage and cost included
     */
    default void end(OperationInfo operation) {}
}
