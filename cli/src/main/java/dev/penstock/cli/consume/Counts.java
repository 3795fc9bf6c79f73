package dev.penstock.cli.consume;

import dev.penstock.queue.QueueEvent;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** What became of the messages so far. Thread-safe. */
final class Counts {

    private static final String UNKNOWN = "outcome_unknown";

    private final LongAdder answered = new LongAdder();
    private final LongAdder replayed = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder givenBack = new LongAdder();

    void add(QueueEvent event) {
        switch (event) {
            case QueueEvent.Acknowledged acknowledged -> add(acknowledged);
            case QueueEvent.Rejected ignored -> rejected.increment();
            case QueueEvent.GivenBack ignored -> givenBack.increment();
            case QueueEvent.Waits ignored -> {}
            case QueueEvent.Lost ignored -> {}
        }
    }

    private void add(QueueEvent.Acknowledged acknowledged) {
        switch (acknowledged.code()) {
            case "" -> answered.increment();
            case UNKNOWN -> unknown.increment();
            default -> failed.increment();
        }
        if (acknowledged.replayed()) {
            replayed.increment();
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d answered, %d failed, %d unknown; %d of them were known before and sent nothing; %d rejected, %d given back",
                answered.sum(),
                failed.sum(),
                unknown.sum(),
                replayed.sum(),
                rejected.sum(),
                givenBack.sum());
    }
}
