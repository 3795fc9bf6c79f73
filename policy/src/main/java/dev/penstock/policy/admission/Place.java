package dev.penstock.policy.admission;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right of one operation, or of one joiner, to be retained. It is held while the operation is queued, active or in
 * backoff, and given back exactly once: closing it again does nothing. Thread-safe.
 */
public final class Place implements Admission, AutoCloseable {

    private final Occupancy occupancy;
    private final long bytes;
    private final AtomicBoolean left = new AtomicBoolean();

    Place(Occupancy occupancy, long bytes) {
        this.occupancy = occupancy;
        this.bytes = bytes;
    }

    /** Gives the place back. The rival is another close of the same place: one of them counts. */
    @Override
    public void close() {
        if (left.compareAndSet(false, true)) {
            occupancy.leave(bytes);
        }
    }
}
