package dev.penstock.client;

import java.time.Duration;

/**
 * How an engine takes up background work from the ledger. One that runs a batch of its own leaves it off: its operations
 * are taken up by nobody else either.
 *
 * @param workers how many background operations it runs at once; 0 for none
 * @param poll how often the ledger is asked for work that came from elsewhere or has become due; positive. Work submitted
 *     here is taken up at once
 */
public record BackgroundSettings(int workers, Duration poll) {

    /** No background work is taken up. */
    public static final BackgroundSettings OFF = new BackgroundSettings(0, Duration.ofSeconds(1));

    /** Checks the numbers. */
    public BackgroundSettings {
        if (workers < 0) {
            throw new IllegalArgumentException("background workers must not be negative, was " + workers);
        }
        if (!poll.isPositive()) {
            throw new IllegalArgumentException("the poll interval must be positive, was " + poll);
        }
    }

    /**
     * 8 at once, the ledger asked every second.
     *
     * @return the defaults of an engine that takes up background work
     */
    public static BackgroundSettings defaults() {
        return new BackgroundSettings(8, Duration.ofSeconds(1));
    }

    /**
     * The same with another number of workers.
     *
     * @param value how many operations at once
     * @return a copy
     */
    public BackgroundSettings withWorkers(int value) {
        return new BackgroundSettings(value, poll);
    }

    /** Whether any work is taken up. */
    boolean isOn() {
        return workers > 0;
    }
}
