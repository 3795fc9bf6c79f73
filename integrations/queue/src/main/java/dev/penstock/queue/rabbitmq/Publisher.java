package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes on a channel of its own, in confirm mode: the broker numbers publications in the order in which they come, so
 * that one thread at a time publishes, for all who came meanwhile. Thread-safe.
 */
final class Publisher {

    private final Channel channel;
    private final Queue<Publication> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger handedIn = new AtomicInteger();
    private final ConcurrentNavigableMap<Long, Publication> unconfirmed = new ConcurrentSkipListMap<>();

    private Publisher(Channel channel) {
        this.channel = channel;
    }

    static Publisher open(Connection connection) throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the broker allows no further channel on this connection");
        }
        Publisher publisher = new Publisher(channel);
        channel.addConfirmListener(publisher::confirmed, publisher::refused);
        channel.addReturnListener(
                (code, text, exchange, key, properties, body) -> publisher.returned(exchange, key, properties));
        channel.addShutdownListener(cause -> publisher.ended(Trouble.words(cause)));
        channel.confirmSelect();
        return publisher;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    void close() {
        abort(channel);
    }

    /** Publishes; what becomes of it is settled later. Whoever finds nobody publishing does it for the others as well. */
    void publish(Publication publication) {
        waiting.add(publication);
        if (handedIn.getAndIncrement() == 0) {
            do {
                send(waiting.remove());
            } while (handedIn.decrementAndGet() > 0);
        }
    }

    private void send(Publication publication) {
        long number = channel.getNextPublishSeqNo();
        unconfirmed.put(number, publication);
        try {
            channel.basicPublish(
                    publication.route().exchange(),
                    publication.route().key(),
                    true,
                    publication.properties(),
                    publication.body());
        } catch (IOException | AlreadyClosedException e) {
            publication.failed("the channel is closed");
        } catch (RuntimeException e) {
            publication.failed("it cannot be written (" + e.getClass().getSimpleName() + ")");
            abort(channel); // its numbers may no longer be the broker's
        } finally {
            if (!channel.isOpen()) {
                publication.failed("the channel is closed"); // it may have ended before this one was entered
            }
        }
    }

    private void confirmed(long number, boolean andBefore) {
        settle(number, andBefore, null);
    }

    private void refused(long number, boolean andBefore) {
        settle(number, andBefore, "the broker refused it");
    }

    private void settle(long number, boolean andBefore, @Nullable String refusal) {
        var settled = andBefore ? unconfirmed.headMap(number, true) : unconfirmed.subMap(number, true, number, true);
        for (Publication publication : settled.values()) {
            if (refusal == null) {
                publication.confirmed();
            } else {
                publication.failed(refusal);
            }
        }
        settled.clear();
    }

    /** The broker returns before it confirms. */
    private void returned(String exchange, String key, AMQP.@Nullable BasicProperties properties) {
        for (Publication publication : unconfirmed.values()) {
            if (publication.isReturned(exchange, key, properties)) {
                publication.returned();
            }
        }
    }

    private static void abort(Channel channel) {
        try {
            channel.abort();
        } catch (IOException e) {
            // It is declared, and an abort has nobody to tell.
        }
    }

    private void ended(String why) {
        unconfirmed.values().forEach(publication -> publication.failed(why));
        unconfirmed.clear();
    }
}
