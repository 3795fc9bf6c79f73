package dev.penstock.queue;

import dev.penstock.client.ChatCall;
import dev.penstock.client.PendingCall;
import dev.penstock.client.Result;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
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

    /**
     * What all deliveries of a consumer share.
     *
     * @param queue where results go
     * @param engine begins calls
     * @param settings how
     * @param stopping set when nothing is to be begun any more
     * @param events who hears
     * @param time time
     * @param random chance
     */
    record Shared(
            MessageQueue queue,
            Function<ChatCall, PendingCall> engine,
            ConsumerSettings settings,
            Signal stopping,
            Consumer<QueueEvent> events,
            dev.penstock.time.Time time,
            RandomGenerator random) {}

    /** Does it. */
    void run() {
        try {
            work();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            delivery.giveBack();
        }
    }

    private void work() throws InterruptedException {
        Deadline patience = null;
        for (int round = 0; delivery.isOpen(); round++) {
            Obstacle obstacle = tried(round > 0 || delivery.isRedelivered());
            if (obstacle == null) {
                return;
            }
            if (patience == null) {
                patience = consumer.time().deadlineAfter(consumer.settings().longestWait());
            }
            if (!awaited(obstacle, round, patience)) {
                giveBack(obstacle.why());
                return;
            }
        }
        consumer.events().accept(new QueueEvent.Lost());
    }

    /**
     * Why it is not settled yet.
     *
     * @param why for people
     * @param atLeast how long to wait at least
     * @param keep whether this consumer tries again
     */
    private record Obstacle(String why, Duration atLeast, boolean keep) {}

    /** Runs it and settles it; returns what was in the way, null for nothing. */
    private @Nullable Obstacle tried(boolean again) throws InterruptedException {
        return switch (concluded(again)) {
            case Conclusion.Done done -> published(done.reply(), true);
            case Conclusion.Unfit unfit -> published(unfit.reply(), false);
            case Conclusion.Later later -> new Obstacle(later.why(), later.atLeast(), true);
            case Conclusion.Back back -> new Obstacle(back.why(), back.after(), false);
        };
    }

    private Conclusion concluded(boolean again) throws InterruptedException {
        ChatCall call;
        try {
            call = MessageReader.read(delivery.message(), again, consumer.settings());
        } catch (UnfitMessage e) {
            return new Conclusion.Unfit(Reply.unfit(e.reason()));
        }
        try (PendingCall pending = consumer.engine().apply(call)) {
            Optional<Result> result = pending.await(LOOK);
            while (result.isEmpty()) {
                if (!delivery.isOpen()) {
                    return new Conclusion.Back("the connection was lost", Duration.ZERO);
                }
                result = pending.await(LOOK);
            }
            return Conclusion.of(result.get());
        } catch (RuntimeException e) {
            return new Conclusion.Later("internal error (" + e.getClass().getName() + ")", Duration.ZERO);
        }
    }

    /** The result first: once a message is settled, nobody comes for its result again. */
    private @Nullable Obstacle published(Reply reply, boolean done) throws InterruptedException {
        if (!delivery.isOpen()) {
            return new Obstacle("the connection was lost", Duration.ZERO, false);
        }
        return switch (consumer.queue().publish(reply.to(delivery.message()))) {
            case Published.Failed failed ->
                new Obstacle("its result could not be published: " + failed.why(), Duration.ZERO, true);
            case Published.Confirmed ignored -> settled(reply, done);
            case Published.Nowhere ignored -> settled(reply, done);
        };
    }

    private @Nullable Obstacle settled(Reply reply, boolean done) {
        if (done) {
            delivery.acknowledge();
            boolean replayed = reply.operation() != null && reply.operation().replayed();
            consumer.events().accept(new QueueEvent.Acknowledged(reply.code(), replayed));
        } else {
            delivery.reject();
            consumer.events()
                    .accept(new QueueEvent.Rejected(
                            MessageReader.name(delivery.message()), reply.code(), reply.message()));
        }
        return null;
    }

    /** Waits as long as the obstacle asks for; returns whether this consumer tries again. */
    private boolean awaited(Obstacle obstacle, int round, Deadline patience) throws InterruptedException {
        if (!obstacle.keep()) {
            consumer.time()
                    .sleeper()
                    .await(consumer.stopping(), obstacle.atLeast().toNanos());
            return false;
        }
        long drawn = consumer.settings().pause().ceilingNanos(round) / 2
                + consumer.settings().pause().drawNanos(round, consumer.random()) / 2;
        long nanos = Math.max(drawn, obstacle.atLeast().toNanos());
        if (consumer.stopping().isSet() || patience.remainingNanos() < nanos) {
            return false;
        }
        consumer.events().accept(new QueueEvent.Waits(obstacle.why(), Duration.ofNanos(nanos)));
        return !consumer.time().sleeper().await(consumer.stopping(), nanos);
    }

    private void giveBack(String why) {
        if (delivery.isOpen()) {
            delivery.giveBack();
            consumer.events().accept(new QueueEvent.GivenBack(why));
        } else {
            consumer.events().accept(new QueueEvent.Lost());
        }
    }
}
