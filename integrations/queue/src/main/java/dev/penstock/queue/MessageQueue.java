package dev.penstock.queue;

import java.util.function.Consumer;

/**
 * A queue of a broker: where messages come from, and where results go. An implementation finds its broker again by itself
 * when the connection is lost; what was delivered and not settled then comes again. Thread-safe.
 */
public interface MessageQueue extends AutoCloseable {

    /**
     * Begins to take messages. Called once.
     *
     * @param atOnce how many may be delivered and not settled at one moment, at least 1: the back-pressure
     * @param taker is given each delivery on a thread of the queue's, and returns soon
     */
    void take(int atOnce, Consumer<Delivery> taker);

    /** Takes no more messages. What was delivered can still be settled, and results can be published. */
    void stop();

    /**
     * Publishes a result durably: returns once the broker has taken it over, or it is known that it has not or may not
     * have.
     *
     * @param result what to publish
     * @return what became of it; after a {@link Published.Failed} it may be there nevertheless
     * @throws InterruptedException if the thread is interrupted while it waits for the broker
     */
    Published publish(ResultMessage result) throws InterruptedException;

    /** Leaves the broker. What was delivered and not settled is delivered again. */
    @Override
    void close();
}
