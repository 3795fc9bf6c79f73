package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.penstock.policy.retry.Backoff;
import dev.penstock.queue.Delivery;
import dev.penstock.queue.MessageQueue;
import dev.penstock.queue.Published;
import dev.penstock.queue.QueueException;
import dev.penstock.queue.ResultMessage;
import dev.penstock.queue.rabbitmq.RabbitSettings.ResultRoute;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A queue of a RabbitMQ broker, or of another that speaks AMQP 0-9-1 with publisher confirms. When the connection is lost
 * it is made anew, after 1 s up to 10 s, for as long as it takes; what was out then comes again. Thread-safe.
 */
public final class RabbitQueue implements MessageQueue {

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    private final RabbitSettings settings;
    private final Time time;
    private final RandomGenerator random;
    private final Consumer<LinkEvent> events;
    private final RabbitLinks links;
    private final Signal closed = new Signal();
    private final Signal stopped = new Signal();
    private volatile RabbitLink link;
    private volatile @Nullable Taking taking;

    private record Taking(int atOnce, Consumer<Delivery> taker) {}

    private RabbitQueue(
            RabbitSettings settings, Time time, RandomGenerator random, Consumer<LinkEvent> events, RabbitLinks links) {
        this.settings = settings;
        this.time = time;
        this.random = random;
        this.events = events;
        this.links = links;
        this.link = links.open();
    }

    /**
     * Connects to the broker.
     *
     * @param settings which queue
     * @param time time
     * @param random chance; must be thread-safe
     * @param events hears what becomes of the connection
     * @return the queue, from which nothing is taken yet
     * @throws QueueException if the broker cannot be reached or refuses, or a queue or exchange is not there
     */
    public static RabbitQueue open(
            RabbitSettings settings, Time time, RandomGenerator random, Consumer<LinkEvent> events) {
        RabbitLinks links = new RabbitLinks(settings);
        try {
            RabbitQueue queue = new RabbitQueue(settings, time, random, events, links);
            time.tasks().start("penstock-rabbit-link", queue::keep);
            return queue;
        } catch (QueueException e) {
            links.close();
            throw e;
        }
    }

    /**
     * Begins to take messages.
     *
     * @throws QueueException if the broker does not let this user
     */
    @Override
    public void take(int atOnce, Consumer<Delivery> taker) {
        Taking wanted = new Taking(atOnce, taker);
        taking = wanted;
        try {
            begin(link, wanted);
        } catch (IOException | AlreadyClosedException e) {
            throw Trouble.of(e, settings);
        }
    }

    @Override
    public void stop() {
        stopped.set();
        link.stop();
    }

    @Override
    public Published publish(ResultMessage result) throws InterruptedException {
        String asked = result.replyTo();
        ResultRoute route = asked == null || asked.isEmpty() ? settings.results() : ResultRoute.toQueue(asked);
        if (route == null) {
            return new Published.Nowhere();
        }
        Publication publication = new Publication(result, route, !route.equals(settings.results()));
        try {
            link.publisher().publish(publication);
        } catch (IOException | ShutdownSignalException e) {
            return new Published.Failed("there is no connection to the broker");
        }
        time.sleeper().await(publication.settled(), settings.confirmWithin().toNanos());
        Published outcome = publication.outcome();
        return outcome == null ? new Published.Failed("the broker did not confirm it in time") : outcome;
    }

    @Override
    public void close() {
        closed.set();
        link.close();
        links.close();
    }

    /** Puts a new link in the place of each that is lost. */
    private void keep() {
        try {
            while (!closed.isSet()) {
                RabbitLink present = link;
                time.sleeper().await(present.lost(), Deadline.LONGEST.toNanos());
                present.close();
                if (!closed.isSet()) {
                    events.accept(new LinkEvent.Lost(present.why()));
                    reopen();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void reopen() throws InterruptedException {
        for (int round = 0; !isReopened(round); round++) {
            long nanos = PAUSE.ceilingNanos(round) / 2 + PAUSE.drawNanos(round, random) / 2;
            if (time.sleeper().await(closed, nanos)) {
                return;
            }
        }
    }

    /** Tries once; true also if there is nothing to do any more. */
    private boolean isReopened(int round) {
        RabbitLink opened = null;
        try {
            opened = links.open();
            link = opened;
            Taking wanted = taking;
            if (wanted != null) {
                begin(opened, wanted);
            }
        } catch (QueueException | IOException | ShutdownSignalException e) {
            if (opened != null) {
                opened.close();
            }
            QueueException trouble = e instanceof QueueException known ? known : Trouble.of(e, settings);
            events.accept(new LinkEvent.Away(
                    String.valueOf(trouble.getMessage()), Duration.ofNanos(PAUSE.ceilingNanos(round))));
            return false;
        }
        if (closed.isSet()) {
            opened.close();
        } else {
            events.accept(new LinkEvent.Back());
        }
        return true;
    }

    private void begin(RabbitLink on, Taking wanted) throws IOException {
        if (!stopped.isSet()) {
            on.take(wanted.atOnce(), wanted.taker());
        }
        if (stopped.isSet()) {
            on.stop();
        }
    }
}
