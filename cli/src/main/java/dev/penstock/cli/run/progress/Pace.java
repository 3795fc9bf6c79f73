package dev.penstock.cli.run.progress;

import dev.penstock.time.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How fast lines are done, over the last half minute. Not thread-safe. */
public final class Pace {

    /** Fewer lines than this say nothing about those to come. */
    private static final int ENOUGH = 10;

    private static final long SPAN = Duration.ofSeconds(30).toNanos();

    private final Ticker ticker;
    private final long began;
    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long at, long done) {}

    /**
     * Begins to measure.
     *
     * @param ticker the clock
     * @param done lines that are done already, and count for nothing
     */
    public Pace(Ticker ticker, long done) {
        this.ticker = ticker;
        this.began = ticker.nanos();
        samples.add(new Sample(began, done));
    }

    /**
     * Notes how far things are, and judges.
     *
     * @param figures the figures now
     * @param total how many lines the input has
     * @param inFlight how many lines are being worked on
     * @return the run at this moment
     */
    public Moment moment(Figures figures, long total, int inFlight) {
        long now = ticker.nanos();
        long done = figures.done() - figures.of(LineEnd.FINISHED_EARLIER);
        samples.add(new Sample(now, done));
        while (samples.size() > 2 && now - samples.getFirst().at() > SPAN) {
            samples.removeFirst();
        }
        Sample first = samples.getFirst();
        double seconds = (now - first.at()) / 1e9;
        double perSecond = seconds < 0.2 ? 0 : (done - first.done()) / seconds;
        boolean telling = done - first.done() >= ENOUGH;
        Duration left = telling ? left(total - figures.done(), perSecond) : null;
        return new Moment(figures, total, inFlight, telling ? perSecond : 0, left, Duration.ofNanos(now - began));
    }

    private static @Nullable Duration left(long lines, double perSecond) {
        return lines <= 0 || perSecond <= 0 ? null : Duration.ofMillis((long) (lines / perSecond * 1000));
    }
}
