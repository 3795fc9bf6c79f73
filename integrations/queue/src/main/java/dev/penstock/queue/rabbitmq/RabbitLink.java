package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.penstock.queue.Delivery;
import dev.penstock.time.Signal;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the broker, with a channel that messages come on. It is lost as a whole: whether the connection breaks,
 * the broker closes the channel, or the queue is deleted. It is never repaired; a new one takes its place.
 */
final class RabbitLink implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 5_000;

    private final Connection connection;
    private final Channel channel;
    private final String queue;
    private final Signal lost = new Signal();
    private final AtomicReference<@Nullable String> why = new AtomicReference<>();
    private final AtomicReference<@Nullable Publisher> publisher = new AtomicReference<>();
    private final AtomicBoolean taking = new AtomicBoolean();
    private volatile @Nullable String tag;

    RabbitLink(Connection connection, Channel channel, String queue) {
        this.connection = connection;
        this.channel = channel;
        this.queue = queue;
        channel.addShutdownListener(cause -> lost(Trouble.words(cause)));
    }

    /** Set once nothing comes on it any more. */
    Signal lost() {
        return lost;
    }

    String why() {
        String known = why.get();
        return known == null ? "the connection ended" : known;
    }

    /** Begins to take messages, once. */
    void take(int atOnce, Consumer<Delivery> taker) throws IOException {
        if (taking.compareAndSet(false, true)) {
            channel.basicQos(atOnce);
            tag = channel.basicConsume(queue, false, new Taking(taker));
        }
    }

    /** Takes no more messages; those that are out can still be settled. */
    void stop() {
        String consumer = tag;
        if (consumer != null) {
            try {
                channel.basicCancel(consumer);
            } catch (IOException | AlreadyClosedException e) {
                // Nothing comes on a channel that is gone.
            }
        }
    }

    /** What publishes on this link: a channel of its own, and a new one where the broker closed it. */
    Publisher publisher() throws IOException {
        while (true) {
            Publisher present = publisher.get();
            if (present != null && present.isOpen()) {
                return present;
            }
            Publisher opened = Publisher.open(connection);
            if (publisher.compareAndSet(present, opened)) {
                return opened;
            }
            opened.close(); // somebody else was first
        }
    }

    @Override
    public void close() {
        connection.abort(PATIENCE_MILLIS);
        lost("the connection was closed");
    }

    private void lost(String reason) {
        why.compareAndSet(null, reason);
        lost.set();
    }

    private final class Taking extends DefaultConsumer {

        private final Consumer<Delivery> taker;

        Taking(Consumer<Delivery> taker) {
            super(channel);
            this.taker = taker;
        }

        @Override
        public void handleDelivery(
                String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
            taker.accept(new RabbitDelivery(channel, envelope, properties, body));
        }

        @Override
        public void handleCancel(String consumerTag) {
            lost("the broker ended the consumer: the queue was deleted, or moved");
        }
    }
}
