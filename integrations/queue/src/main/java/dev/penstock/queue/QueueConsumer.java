package dev.penstock.queue;

import dev.penstock.client.ChatCall;
import dev.penstock.client.PendingCall;
import dev.penstock.client.Penstock;
import dev.penstock.time.Signal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Works through a queue: each message is a chat request, run to its committed end. A message is acknowledged after its
 * outcome is committed and its result published; delivered again after that, it is answered from the ledger and sends
 * nothing (R-OP-7). What has no committed outcome is never acknowledged. Thread-safe.
 */
public final class QueueConsumer {

    private final DeliveryWork.Shared shared;
    /** The consumer itself while it takes messages, and each that is at work. */
    private final AtomicInteger atWork = new AtomicInteger(1);

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Signal idle = new Signal();

    private QueueConsumer(DeliveryWork.Shared shared) {
        this.shared = shared;
    }

    /**
     * Begins to take messages.
     *
     * @param queue where they come from; stays its owner's to close
     * @param engine runs them; needs a ledger, which is what makes a redelivery send nothing; stays its owner's to close
     * @param config how
     * @return the consumer
     */
    public static QueueConsumer start(MessageQueue queue, Penstock engine, ConsumerConfig config) {
        return start(queue, engine::start, config);
    }

    static QueueConsumer start(MessageQueue queue, Function<ChatCall, PendingCall> engine, ConsumerConfig config) {
        QueueConsumer consumer = new QueueConsumer(new DeliveryWork.Shared(queue, engine, config, new Signal()));
        queue.take(config.atOnce(), consumer::taken);
        return consumer;
    }

    /**
     * Takes no more messages, and gives back those that wait for something. What is at work ends, is acknowledged, and is
     * not waited for here.
     */
    public void stop() {
        if (stopped.compareAndSet(false, true)) {
            shared.stopping().set();
            shared.queue().stop();
            left();
        }
    }

    /**
     * Waits until nothing is at work any more; only after {@link #stop()}.
     *
     * @param atMost how long
     * @return whether nothing is
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitIdle(Duration atMost) throws InterruptedException {
        return shared.config().time().sleeper().await(idle, atMost.toNanos());
    }

    private void taken(Delivery delivery) {
        if (!entered()) {
            delivery.giveBack();
            return;
        }
        shared.config().time().tasks().start("penstock-message", () -> {
            try {
                new DeliveryWork(shared, delivery).run();
            } finally {
                left();
            }
        });
    }

    /** The rival is the end of the last one after a stop: after that nobody enters. */
    private boolean entered() {
        while (true) {
            int present = atWork.get();
            if (present == 0 || stopped.get()) {
                return false;
            }
            if (atWork.compareAndSet(present, present + 1)) {
                return true;
            }
        }
    }

    private void left() {
        if (atWork.decrementAndGet() == 0) {
            idle.set();
        }
    }
}
