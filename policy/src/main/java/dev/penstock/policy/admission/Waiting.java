package dev.penstock.policy.admission;

/** A request that stands in the queue, as seen by those who may take it back. Thread-safe. */
public interface Waiting {

    /**
     * Takes the request out of the queue; its thread is woken and told {@link RefusalReason#WITHDRAWN}.
     *
     * @return whether this call decided it; false if it was granted, expired or withdrawn before
     */
    boolean withdraw();

    /**
     * Waits with it for a part of its time.
     *
     * @param nanos how long at most
     * @return whether it is over: decided, or nothing is left of the time for which it waits
     * @throws InterruptedException if the thread is interrupted
     */
    boolean isOverWithin(long nanos) throws InterruptedException;
}
