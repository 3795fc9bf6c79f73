package dev.penstock.it.gateway.overload;

import java.time.Duration;
import java.util.List;

/**
 * How much is asked of a gateway. The limit of the provider is 20 requests at once.
 *
 * @param service how long the provider takes for an answer
 * @param warmUp how long a lighter load runs before anything is counted
 * @param measured how long it runs then
 * @param attempts attempts for one call; 1 for a baseline without retries
 */
public record OverloadPlan(Duration service, Duration warmUp, Duration measured, int attempts) {

    /** What the provider takes at once. */
    static final int LIMIT = 20;

    /** The deadline of a call; a quarter of it is the longest predicted wait that is not refused. */
    static final Duration DEADLINE = Duration.ofSeconds(8);

    static final Duration MAX_QUEUE_WAIT = DEADLINE.dividedBy(4);

    /**
     * One client, who calls at a steady rate whatever becomes of its calls.
     *
     * @param tenant its name
     * @param background whether its calls may wait
     * @param share its part of the capacity; all of them together ask for twice of it
     */
    record Client(String tenant, boolean background, double share) {}

    static final List<Client> CLIENTS = List.of(
            new Client("light", false, 0.2),
            new Client("modest", false, 0.2),
            new Client("heavy", false, 1.1),
            new Client("batch", true, 0.5));

    Duration all() {
        return warmUp.plus(measured);
    }

    /** Nanoseconds between an arrival of a client and its next; in the warm-up all together ask for half the capacity. */
    long gap(Client client, long at) {
        double share = at < warmUp.toNanos() ? client.share() / 4 : client.share();
        return (long) (service.toNanos() / (LIMIT * share));
    }
}
