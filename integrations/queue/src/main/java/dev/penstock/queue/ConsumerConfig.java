package dev.penstock.queue;

import dev.penstock.client.CallSettings;
import dev.penstock.policy.retry.Backoff;
import dev.penstock.store.Tenant;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Everything a consumer is given beside its queue and its engine. Immutable.
 *
 * @param calls how each message is run where its headers say nothing; its deadline is also the longest that a message may
 *     ask for, and its replay setting the only way to {@code AFTER_ANYTHING}
 * @param tenants whose operations they may be; the first for messages that name none
 * @param atOnce messages at work at once, 1 to 20,000
 * @param largestBody the largest body, in bytes
 * @param pause how long a message that cannot be worked on is kept until it is tried again
 * @param longestWait how long it is kept like that in all, until it is given back
 * @param listener hears what becomes of each message, on that message's thread
 * @param time time
 * @param random chance; must be thread-safe
 */
public record ConsumerConfig(
        CallSettings calls,
        List<Tenant> tenants,
        int atOnce,
        int largestBody,
        Backoff pause,
        Duration longestWait,
        Consumer<QueueEvent> listener,
        Time time,
        RandomGenerator random) {

    private static final int MOST = 20_000;

    /** Copies the tenants and checks the numbers. */
    public ConsumerConfig {
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
     * minutes in all; nobody listens; real time. Deadline and waiting together stay below the 30 minutes after which
     * RabbitMQ takes a consumer for stuck (rabbitmq.com/docs/consumers, "Delivery Acknowledgement Timeout").
     *
     * @return the defaults
     */
    public static ConsumerConfig defaults() {
        return new ConsumerConfig(
                CallSettings.background().withDeadline(Duration.ofMinutes(20)),
                List.of(Tenant.LOCAL),
                32,
                32 << 20,
                Backoff.forBackground(),
                Duration.ofMinutes(5),
                event -> {},
                Time.system(),
                Chance.system());
    }

    /**
     * The same with other calls.
     *
     * @param value how each message is run where its headers say nothing
     * @return a copy
     */
    public ConsumerConfig withCalls(CallSettings value) {
        return new ConsumerConfig(value, tenants, atOnce, largestBody, pause, longestWait, listener, time, random);
    }

    /**
     * The same for other tenants.
     *
     * @param value whose operations they may be; at least one
     * @return a copy
     */
    public ConsumerConfig withTenants(List<Tenant> value) {
        return new ConsumerConfig(calls, value, atOnce, largestBody, pause, longestWait, listener, time, random);
    }

    /**
     * The same with another number at once.
     *
     * @param value 1 to 20,000
     * @return a copy
     */
    public ConsumerConfig withAtOnce(int value) {
        return new ConsumerConfig(calls, tenants, value, largestBody, pause, longestWait, listener, time, random);
    }

    /**
     * The same with a listener.
     *
     * @param value hears what becomes of each message
     * @return a copy
     */
    public ConsumerConfig withListener(Consumer<QueueEvent> value) {
        return new ConsumerConfig(calls, tenants, atOnce, largestBody, pause, longestWait, value, time, random);
    }

    /**
     * The same with time and chance of one's own.
     *
     * @param ownTime time
     * @param ownRandom chance; must be thread-safe
     * @return a copy
     */
    public ConsumerConfig withTime(Time ownTime, RandomGenerator ownRandom) {
        return new ConsumerConfig(
                calls, tenants, atOnce, largestBody, pause, longestWait, listener, ownTime, ownRandom);
    }
}
