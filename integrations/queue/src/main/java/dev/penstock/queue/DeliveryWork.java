package dev.penstock.queue;

import dev.penstock.client.ChatCall;
import dev.penstock.client.PendingCall;
import dev.penstock.client.Result;
import dev.penstock.policy.retry.Backoff;
import dev.penstock.queue.Conclusion.Obstacle;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One message from its delivery to its settlement. The commit comes first, then the result is published, then the message
 * is acknowledged: whatever is lost in between, the redelivery finds the outcome in the ledger, publishes it again and
 * sends nothing.
 *
 * @param consumer what all deliveries share
 * @param delivery the message
 */
record DeliveryWork(Shared consumer, Delivery delivery) {

    /** How often somebody who waits looks whether the message is still this consumer's. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final Obstacle CONNECTION_LOST = new Conclusion.Back("the connection was lost", Duration.ZERO);

    /**
     * What all deliveries of a consumer share.
     *
     * @param queue where results go
     * @param engine begins calls
     * @param config how
     * @param stopping set when nothing is to be begun any more
     */
    record Shared(MessageQueue queue, Function<ChatCall, PendingCall> engine, ConsumerConfig config, Signal stopping) {

        void tell(QueueEvent event) {
            config.listener().accept(event);
        }

        /** Waits, no longer than until the consumer stops; returns whether it does. */
        boolean pause(long nanos) throws InterruptedException {
            return config.time().sleeper().await(stopping, nanos);
        }
    }

    /** Does it. */
    void run() {
        try {
            Obstacle left = settled();
            if (left != null) {
                giveBack(left.why());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveBack("interrupted");
        }
    }

    /** Tries until it is settled, for as long as it may be kept; returns what was in the way, null for nothing. */
    private @Nullable Obstacle settled() throws InterruptedException {
        Obstacle obstacle = tried(delivery.isRedelivered());
        Deadline patience =
                consumer.config().time().deadlineAfter(consumer.config().longestWait());
        for (int round = 0; obstacle != null && isTriedAgain(obstacle, round, patience); round++) {
            obstacle = tried(true);
        }
        return obstacle;
    }

    /** Runs it and settles it. Whatever goes wrong with it in our own code may go right later. */
    private @Nullable Obstacle tried(boolean again) throws InterruptedException {
        try {
            return switch (concluded(again)) {
                case Conclusion.Settled settled -> published(settled);
                case Obstacle obstacle -> obstacle;
            };
        } catch (RuntimeException e) {
            return Conclusion.later("internal error (" + e.getClass().getName() + ")");
        }
    }

    private Conclusion concluded(boolean again) throws InterruptedException {
        ChatCall call;
        try {
            call = MessageReader.read(delivery.message(), again, consumer.config());
        } catch (UnfitMessage e) {
            return new Conclusion.Unfit(Reply.unfit(e.reason()));
        }
        try (PendingCall pending = consumer.engine().apply(call)) {
            Optional<Result> result = pending.await(LOOK);
            while (result.isEmpty() && delivery.isOpen()) {
                result = pending.await(LOOK);
            }
            return result.map(Conclusion::of).orElse(CONNECTION_LOST);
        }
    }

    /** The result first: once a message is settled, nobody comes for its result again. */
    private @Nullable Obstacle published(Conclusion.Settled conclusion) throws InterruptedException {
        if (!delivery.isOpen()) {
            return CONNECTION_LOST;
        }
        Published published = consumer.queue().publish(conclusion.reply().to(delivery.message()));
        if (published instanceof Published.Failed failed) {
            return Conclusion.later("its result could not be published: " + failed.why());
        }
        settle(conclusion);
        return null;
    }

    private void settle(Conclusion.Settled conclusion) {
        Reply reply = conclusion.reply();
        switch (conclusion) {
            case Conclusion.Done ignored -> {
                delivery.acknowledge();
                boolean replayed =
                        reply.operation() != null && reply.operation().replayed();
                consumer.tell(new QueueEvent.Acknowledged(reply.code(), replayed));
            }
            case Conclusion.Unfit ignored -> {
                delivery.reject();
                String name = MessageReader.name(delivery.message());
                consumer.tell(new QueueEvent.Rejected(name, reply.code(), reply.message()));
            }
        }
    }

    /** Waits as long as the obstacle asks for; returns whether this consumer tries again. */
    private boolean isTriedAgain(Obstacle obstacle, int round, Deadline patience) throws InterruptedException {
        return switch (obstacle) {
            case Conclusion.Later later -> isKept(later, round, patience) && delivery.isOpen();
            case Conclusion.Back back -> {
                boolean ignored = consumer.pause(back.after().toNanos());
                yield false;
            }
        };
    }

    private boolean isKept(Conclusion.Later later, int round, Deadline patience) throws InterruptedException {
        Backoff pause = consumer.config().pause();
        long drawn = pause.ceilingNanos(round) / 2
                + pause.drawNanos(round, consumer.config().random()) / 2;
        long nanos = Math.max(drawn, later.atLeast().toNanos());
        if (consumer.stopping().isSet() || patience.remainingNanos() < nanos) {
            return false;
        }
        consumer.tell(new QueueEvent.Waits(later.why(), Duration.ofNanos(nanos)));
        return !consumer.pause(nanos);
    }

    private void giveBack(String why) {
        boolean open = delivery.isOpen();
        delivery.giveBack();
        consumer.tell(open ? new QueueEvent.GivenBack(why) : new QueueEvent.Lost());
    }
}
