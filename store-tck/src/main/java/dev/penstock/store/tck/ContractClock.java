package dev.penstock.store.tck;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The store's wall clock in contracts: it stands still until a test moves it. Thread-safe. */
public final class ContractClock implements InstantSource {

    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2026-10-02T00:00:00Z").toEpochMilli());

    /** Stands at a fixed instant. */
    public ContractClock() {}

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    /**
     * Moves the clock.
     *
     * @param span by how much, either way
     */
    public void move(Duration span) {
        millis.addAndGet(span.toMillis());
    }
}
