package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Envelope;
import dev.penstock.queue.Delivery;
import dev.penstock.queue.QueueMessage;
import dev.penstock.store.Bytes;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A message that came on a channel, and is settled there or nowhere. */
final class RabbitDelivery implements Delivery {

    private final Channel channel;
    private final long tag;
    private final boolean redelivered;
    private final QueueMessage message;
    private final AtomicBoolean settled = new AtomicBoolean();

    RabbitDelivery(Channel channel, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
        this.channel = channel;
        this.tag = envelope.getDeliveryTag();
        this.redelivered = envelope.isRedeliver();
        this.message = new QueueMessage(
                Bytes.wrap(body),
                headers(properties.getHeaders()),
                properties.getMessageId(),
                properties.getCorrelationId(),
                properties.getReplyTo());
    }

    @Override
    public QueueMessage message() {
        return message;
    }

    @Override
    public boolean isRedelivered() {
        return redelivered;
    }

    @Override
    public boolean isOpen() {
        return !settled.get() && channel.isOpen();
    }

    @Override
    public void acknowledge() {
        settle(() -> channel.basicAck(tag, false));
    }

    @Override
    public void giveBack() {
        settle(() -> channel.basicReject(tag, true));
    }

    @Override
    public void reject() {
        settle(() -> channel.basicReject(tag, false));
    }

    private interface Settling {
        void settle() throws IOException;
    }

    /** What does not reach the broker was not settled, and comes again. */
    private void settle(Settling settling) {
        if (settled.compareAndSet(false, true)) {
            try {
                settling.settle();
            } catch (IOException | AlreadyClosedException e) {
                // The channel is gone, and the broker delivers the message again.
            }
        }
    }

    /** Texts, numbers and truth values; tables, lists and bytes are nobody's header here. */
    private static Map<String, String> headers(@Nullable Map<String, Object> table) {
        Map<String, String> headers = new HashMap<>();
        if (table != null) {
            table.forEach((name, value) -> {
                if (value instanceof CharSequence
                        || value instanceof Number
                        || value instanceof Boolean
                        || value instanceof com.rabbitmq.client.LongString) {
                    headers.put(name, value.toString());
                }
            });
        }
        return headers;
    }
}
