package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.penstock.queue.Published;
import dev.penstock.queue.ResultMessage;
import dev.penstock.queue.rabbitmq.RabbitSettings.ResultRoute;
import dev.penstock.time.Signal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One result on its way to the broker. What becomes of it is settled once, by whoever is first. */
final class Publication {

    private static final String OPERATION = "x-penstock-operation-id";
    private static final int PERSISTENT = 2;

    /** What a property may hold, in bytes (AMQP 0-9-1, 4.2.5.3). */
    private static final int LONGEST = 255;

    private final ResultMessage result;
    private final ResultRoute route;
    private final boolean asked;
    private final Signal settled = new Signal();
    private final AtomicReference<@Nullable Published> outcome = new AtomicReference<>();
    private volatile boolean returned;

    /**
     * A publication.
     *
     * @param result what is published
     * @param route where
     * @param asked whether the message itself named the place: it may be gone, and then nobody waits any more
     */
    Publication(ResultMessage result, ResultRoute route, boolean asked) {
        this.result = result;
        this.route = route;
        this.asked = asked;
    }

    ResultRoute route() {
        return route;
    }

    byte[] body() {
        return result.body().unsafeArray();
    }

    /** Its id is the operation's, so that whoever reads results knows one that comes twice. */
    AMQP.BasicProperties properties() {
        return new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(PERSISTENT)
                .messageId(result.headers().get(OPERATION))
                .correlationId(correlationId())
                .headers(new HashMap<>(result.headers()))
                .build();
    }

    /** Whether what the broker returned is this one, or one that is as unroutable. */
    boolean isReturned(String exchange, String key, AMQP.@Nullable BasicProperties properties) {
        return route.exchange().equals(exchange)
                && route.key().equals(key)
                && properties != null
                && Objects.equals(properties.getCorrelationId(), correlationId());
    }

    /** A name that is too long for the property is found in its header alone. */
    private @Nullable String correlationId() {
        String id = result.correlationId();
        return id == null || id.getBytes(StandardCharsets.UTF_8).length > LONGEST ? null : id;
    }

    /** No queue takes it. */
    void returned() {
        returned = true;
    }

    /** The broker has taken it over, or has returned it before. */
    void confirmed() {
        if (!returned) {
            settle(new Published.Confirmed());
        } else if (asked) {
            settle(new Published.Nowhere());
        } else {
            settle(new Published.Failed("no queue takes what is published with the key of the results"));
        }
    }

    void failed(String why) {
        settle(new Published.Failed(why));
    }

    Signal settled() {
        return settled;
    }

    @Nullable
    Published outcome() {
        return outcome.get();
    }

    private void settle(Published value) {
        if (outcome.compareAndSet(null, value)) {
            settled.set();
        }
    }
}
