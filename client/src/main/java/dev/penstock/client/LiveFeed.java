package dev.penstock.client;

import dev.penstock.provider.completion.StreamChunk;
import dev.penstock.store.Bytes;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import dev.penstock.time.Timers.Timer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way to a live reader. It may block: the operation's deadline and whoever stops the operation wake the thread that is
 * blocked there. A reader that fails, in whatever way, has left, and never decides what becomes of the operation.
 */
final class LiveFeed implements Feed {

    /** How long the end of a committed answer may take to be given, where less is left of the deadline. */
    private static final Duration FOR_THE_END = Duration.ofSeconds(5);

    private static final System.Logger LOG = System.getLogger(LiveFeed.class.getName());

    private final LiveOutput output;
    private final boolean usageAsked;
    private final Time time;
    private final Runnable leave;
    private final Section section = new Section();
    private CommitPoint point;
    private Deadline by;
    private @Nullable Supplier<OperationInfo> standing;
    private @Nullable Timer timer;
    private volatile boolean delivered;

    /**
     * A feed of which nothing was given yet.
     *
     * @param output the reader
     * @param usageAsked whether the reader asked for the usage
     * @param time time
     * @param leave called once, when the reader turns out to be gone
     */
    LiveFeed(LiveOutput output, boolean usageAsked, Time time, Runnable leave) {
        this.output = output;
        this.usageAsked = usageAsked;
        this.time = time;
        this.leave = leave;
        this.point = new CommitPoint(usageAsked);
        this.by = time.deadlineAfter(FOR_THE_END);
    }

    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public void begin(Deadline by, Supplier<OperationInfo> standing) {
        this.point = new CommitPoint(usageAsked);
        this.by = by;
        this.standing = standing;
    }

    @Override
    public void give(StreamChunk chunk) {
        hand(point.take(chunk));
    }

    @Override
    public void pause() {
        Timer running = timer;
        timer = null;
        if (running != null) {
            running.cancel();
        }
        section.renew();
    }

    @Override
    public void end(OperationInfo operation) {
        List<Bytes> rest = point.release();
        if (rest.isEmpty()) {
            return;
        }
        Deadline patience = time.deadlineAfter(FOR_THE_END);
        by = by.remainingNanos() > patience.remainingNanos() ? by : patience;
        standing = () -> operation;
        try {
            if (inside(() -> {
                announce();
                output.end(operation);
                return true;
            })) {
                hand(rest);
            }
        } finally {
            pause();
        }
    }

    @Override
    public boolean isDelivered() {
        return delivered;
    }

    @Override
    public void wake() {
        section.expire();
    }

    @Override
    public void close() {
        section.close();
    }

    private void hand(List<Bytes> events) {
        for (Bytes event : events) {
            boolean taken = inside(() -> {
                announce();
                return output.event(event);
            });
            if (!taken) {
                return;
            }
        }
    }

    private void announce() {
        Supplier<OperationInfo> first = standing;
        if (!delivered && first != null) {
            delivered = true;
            output.begin(first.get());
        }
    }

    /** Runs the reader's code, once nobody has closed the feed; a reader that fails is gone. */
    private boolean inside(Reading reading) {
        if (timer == null) {
            timer = time.timers().after(by.remainingNanos(), section::expire);
        }
        if (!section.enter()) {
            return false;
        }
        boolean taken = false;
        try {
            taken = reading.takes();
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "a live reader was interrupted");
        } catch (RuntimeException | Error e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a live reader threw {0}",
                    e.getClass().getName());
        } finally {
            section.exit();
        }
        if (!taken) {
            section.close();
            leave.run();
        }
        return taken;
    }

    /** The reader's code. */
    @FunctionalInterface
    private interface Reading {
        boolean takes() throws InterruptedException;
    }
}
