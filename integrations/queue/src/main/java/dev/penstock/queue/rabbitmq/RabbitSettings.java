package dev.penstock.queue.rabbitmq;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which queue of which broker. Immutable.
 *
 * @param address the broker
 * @param queue the queue that messages are taken from; it has to be there
 * @param results where results go whose message names no place of its own; null for nowhere
 * @param confirmWithin how long the broker may take to confirm a result; positive
 */
public record RabbitSettings(
        RabbitAddress address, String queue, @Nullable ResultRoute results, Duration confirmWithin) {

    /** Checks the span, and that results are not taken for requests. */
    public RabbitSettings {
        if (results != null && results.isQueue() && results.key().equals(queue)) {
            throw new IllegalArgumentException("results cannot go to the queue that messages are taken from");
        }
        if (!confirmWithin.isPositive()) {
            throw new IllegalArgumentException("the wait for a confirmation must be positive, was " + confirmWithin);
        }
    }

    /**
     * A queue whose results go nowhere but to those who ask for them by a reply address; confirmations within 30 s.
     *
     * @param address the broker
     * @param queue the queue's name
     * @return the settings
     */
    public static RabbitSettings of(RabbitAddress address, String queue) {
        return new RabbitSettings(address, queue, null, Duration.ofSeconds(30));
    }

    /**
     * The same with a place for results.
     *
     * @param value where results go whose message names no place of its own
     * @return a copy
     */
    public RabbitSettings withResults(ResultRoute value) {
        return new RabbitSettings(address, queue, value, confirmWithin);
    }

    /**
     * A place for results.
     *
     * @param exchange the exchange's name, "" for the default one
     * @param key the routing key: for the default exchange a queue's name
     */
    public record ResultRoute(String exchange, String key) {

        /**
         * A queue.
         *
         * @param queue its name
         * @return the way there
         */
        public static ResultRoute toQueue(String queue) {
            return new ResultRoute("", queue);
        }

        boolean isQueue() {
            return exchange.isEmpty();
        }
    }
}
