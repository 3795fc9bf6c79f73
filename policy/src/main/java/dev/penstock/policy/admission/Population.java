package dev.penstock.policy.admission;

import dev.penstock.time.Ticker;

/**
 * How many operations one process retains, queued, active and sleeping ones together, and how many bytes they hold
 * (R-ADMIT-1). An operation in backoff keeps its place. Callers who join an operation of somebody else are bounded
 * apart, so that a full house still answers them (R-ADMIT-10); a stored answer or a conflict needs no place at all.
 *
 * <p>Thread-safe; never blocks.
 */
public final class Population {

    private final PopulationSettings settings;
    private final Ticker ticker;
    private final Occupancy operations;
    private final Occupancy joiners;
    private volatile DepartureRate departures;

    /**
     * An empty population.
     *
     * @param settings how much may be retained
     * @param ticker the clock by which departures are counted
     */
    public Population(PopulationSettings settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
        this.operations = new Occupancy(settings.operations(), settings.bytes());
        this.joiners = new Occupancy(settings.joiners(), 0);
        this.departures = DepartureRate.startingAt(ticker.nanos());
    }

    /**
     * Asks for a place for one operation.
     *
     * @param bytes what the operation will hold: its body and what is kept of its answer; not negative
     * @return a {@link Place}, or why there is none
     */
    public Admission admit(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative, was " + bytes);
        }
        if (bytes > settings.bytes()) {
            return new Refused(RefusalReason.TOO_LARGE, null);
        }
        Occupancy.Full full = operations.enter(bytes);
        if (full == null) {
            return new Place(operations, bytes);
        }
        return switch (full) {
            case HEADS -> refusal(RefusalReason.OPERATIONS);
            case BYTES -> refusal(RefusalReason.BYTES);
        };
    }

    /**
     * Asks for a place for a caller who waits for an operation that has one already.
     *
     * @return a {@link Place}, or why there is none
     */
    public Admission join() {
        return joiners.enter(0) == null ? new Place(joiners, 0) : refusal(RefusalReason.JOINERS);
    }

    /**
     * How many operations are retained.
     *
     * @return the number now
     */
    public int operations() {
        return operations.heads();
    }

    /**
     * How many bytes they hold.
     *
     * @return the sum of what was declared
     */
    public long bytes() {
        return operations.bytes();
    }

    /**
     * How many callers have joined.
     *
     * @return the number now
     */
    public int joiners() {
        return joiners.heads();
    }

    private Refused refusal(RefusalReason reason) {
        // The rival is another refusal: it measured the same departures, so either reading will do.
        DepartureRate rate = departures.observe(operations.departures(), ticker.nanos());
        departures = rate;
        return new Refused(reason, rate.meanGap());
    }
}
