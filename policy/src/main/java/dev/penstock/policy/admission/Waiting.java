package dev.penstock.policy.admission;

/** A request that stands in the queue, as seen by those who may take it back. Thread-safe. */
@FunctionalInterface
public interface Waiting {

    /**
     * Takes the request out of the queue; its thread is woken and told {@link RefusalReason#WITHDRAWN}.
     *
     * @return whether this call decided it; false if it was granted, expired or withdrawn before
     */
    boolean withdraw();
}
