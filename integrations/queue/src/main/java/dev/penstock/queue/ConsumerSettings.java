package dev.penstock.queue;

import dev.penstock.client.CallSettings;
import dev.penstock.policy.retry.Backoff;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.List;

/**
 * How messages are consumed. Immutable.
 *
 * @param calls how each is run where its headers say nothing; its deadline is also the longest that a message may ask for,
 *     and its replay setting the only way to {@code AFTER_ANYTHING}
 * @param tenants whose operations they may be; the first for messages that name none
 * @param atOnce messages at work at once, 1 to 10,000
 * @param largestBody the largest body, in bytes
 * @param pause how long a message that cannot be worked on is kept until it is tried again
 * @param longestWait how long it is kept like that in all, until it is given back
 */
public record ConsumerSettings(
        CallSettings calls, List<Tenant> tenants, int atOnce, int largestBody, Backoff pause, Duration longestWait) {

    private static final int MOST = 10_000;

    /** Copies the tenants and checks the numbers. */
    public ConsumerSettings {
        tenants = List.copyOf(tenants);
        if (tenants.isEmpty()) {
            throw new IllegalArgumentException("a consumer needs a tenant");
        }
        if (atOnce < 1 || atOnce > MOST) {
            throw new IllegalArgumentException("messages at once are 1 to " + MOST + ", was " + atOnce);
        }
        if (largestBody < 1) {
            throw new IllegalArgumentException("the largest body must be positive, was " + largestBody);
        }
        if (longestWait.isNegative()) {
            throw new IllegalArgumentException("the longest wait must not be negative, was " + longestWait);
        }
    }

    /**
     * Background work of the local tenant with a deadline of 20 minutes; 32 at once; 32 MiB; pauses of 1 s up to 30 s, 5
     * minutes in all. Deadline and waiting together stay below the 30 minutes after which RabbitMQ takes a consumer for
     * stuck (rabbitmq.com/docs/consumers, "Delivery Acknowledgement Timeout").
     *
     * @return the defaults
     */
    public static ConsumerSettings defaults() {
        return new ConsumerSettings(
                CallSettings.background().withDeadline(Duration.ofMinutes(20)),
                List.of(Tenant.LOCAL),
                32,
                32 << 20,
                Backoff.forBackground(),
                Duration.ofMinutes(5));
    }

    /**
     * The same with other calls.
     *
     * @param value how each message is run where its headers say nothing
     * @return a copy
     */
    public ConsumerSettings withCalls(CallSettings value) {
        return new ConsumerSettings(value, tenants, atOnce, largestBody, pause, longestWait);
    }

    /**
     * The same for other tenants.
     *
     * @param value whose operations they may be; at least one
     * @return a copy
     */
    public ConsumerSettings withTenants(List<Tenant> value) {
        return new ConsumerSettings(calls, value, atOnce, largestBody, pause, longestWait);
    }

    /**
     * The same with another number at once.
     *
     * @param value 1 to 10,000
     * @return a copy
     */
    public ConsumerSettings withAtOnce(int value) {
        return new ConsumerSettings(calls, tenants, value, largestBody, pause, longestWait);
    }
}
