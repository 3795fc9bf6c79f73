package dev.penstock.it.queue;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import dev.penstock.it.support.Chat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;

/** Who publishes messages and reads results: a queue of requests, its dead letters, and a queue of results. */
final class Desk implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 60_000;
    private static final int PERSISTENT = 2;

    private final Connection connection;
    private final Channel channel;
    private final String queue;
    private final Queue<Result> results = new ConcurrentLinkedQueue<>();
    private final Queue<String> deadLetters = new ConcurrentLinkedQueue<>();

    /**
     * A result as it was published.
     *
     * @param correlation whose
     * @param code "" for an answer
     * @param replayed whether it says that nothing was sent for it
     */
    record Result(String correlation, String code, boolean replayed, String body) {}

    private Desk(Connection connection, String queue) throws IOException {
        this.connection = connection;
        this.channel = connection.createChannel();
        this.queue = queue;
        channel.confirmSelect();
        channel.queueDeclare(dead(), true, false, false, Map.of());
        channel.queueDeclare(results(), true, false, false, Map.of());
        channel.queueDeclare(
                queue, true, false, false, Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead()));
        channel.basicConsume(results(), true, (tag, delivery) -> results.add(result(delivery)), tag -> {});
        channel.basicConsume(
                dead(),
                true,
                (tag, delivery) ->
                        deadLetters.add(String.valueOf(delivery.getProperties().getMessageId())),
                tag -> {});
    }

    /** Declares what is not there yet. */
    static Desk open(Connection connection, String queue) {
        try {
            return new Desk(connection, queue);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String results() {
        return queue + ".results";
    }

    private String dead() {
        return queue + ".dead";
    }

    /** Publishes a request under its name. */
    void publish(String id, Chat chat) {
        publish(id, chat.body(), Map.of());
    }

    void publish(String id, String body, Map<String, Object> headers) {
        AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                .messageId(id)
                .correlationId("for " + id)
                .deliveryMode(PERSISTENT)
                .headers(headers)
                .build();
        try {
            channel.basicPublish("", queue, properties, body.getBytes(StandardCharsets.UTF_8));
            channel.waitForConfirmsOrDie(PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many messages wait to be delivered. */
    long ready() {
        try {
            return channel.messageCount(queue);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All results so far, in their order. */
    List<Result> all() {
        return new ArrayList<>(results);
    }

    List<String> deadLetters() {
        return new ArrayList<>(deadLetters);
    }

    /** The results of one message. */
    List<Result> of(String id) {
        return results.stream()
                .filter(result -> result.correlation().equals("for " + id))
                .toList();
    }

    @Override
    public void close() {
        connection.abort();
    }

    private static Result result(Delivery delivery) {
        Map<String, Object> headers = delivery.getProperties().getHeaders();
        return new Result(
                String.valueOf(delivery.getProperties().getCorrelationId()),
                text(headers, "x-penstock-code"),
                text(headers, "x-penstock-replayed").equals("true"),
                new String(delivery.getBody(), StandardCharsets.UTF_8));
    }

    private static String text(Map<String, Object> headers, String name) {
        Object value = headers.get(name);
        return value == null ? "" : value.toString();
    }
}
