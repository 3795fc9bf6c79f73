package dev.penstock.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A queue in memory that keeps what was done to it, in order. For one thread. */
final class MemoryQueue implements MessageQueue {

    final List<String> log = new ArrayList<>();
    final List<ResultMessage> results = new ArrayList<>();
    Function<ResultMessage, Published> broker = result -> new Published.Confirmed();
    private @Nullable Consumer<Delivery> taker;
    private boolean connected = true;
    private boolean stopped;

    static QueueMessage message(String key) {
        return new QueueMessage(
                Results.bytes("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"secret words\"}]}"),
                Map.of("Idempotency-Key", key),
                null,
                "c-" + key,
                null);
    }

    void deliver(QueueMessage message, boolean redelivered) {
        Consumer<Delivery> to = taker;
        if (to == null) {
            throw new IllegalStateException("nobody takes messages");
        }
        to.accept(new Held(message, redelivered));
    }

    void loseConnection() {
        connected = false;
    }

    boolean isStopped() {
        return stopped;
    }

    @Override
    public void take(int atOnce, Consumer<Delivery> value) {
        log.add("take " + atOnce);
        taker = value;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public Published publish(ResultMessage result) {
        Published published = broker.apply(result);
        log.add("publish " + result.headers().get("x-penstock-status") + " "
                + published.getClass().getSimpleName());
        results.add(result);
        return published;
    }

    @Override
    public void close() {
        connected = false;
    }

    private final class Held implements Delivery {

        private final QueueMessage message;
        private final boolean redelivered;
        private boolean settled;

        Held(QueueMessage message, boolean redelivered) {
            this.message = message;
            this.redelivered = redelivered;
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
            return connected && !settled;
        }

        @Override
        public void acknowledge() {
            settle("acknowledge");
        }

        @Override
        public void giveBack() {
            settle("give back");
        }

        @Override
        public void reject() {
            settle("reject");
        }

        private void settle(String how) {
            if (isOpen()) {
                settled = true;
                log.add(how);
            }
        }
    }
}
