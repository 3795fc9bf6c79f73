package dev.penstock.policy.admission;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts heads and bytes against two limits, exactly: both live in one word and change by one CAS, so that nobody
 * overshoots between a check and an increment, and nobody is refused because of another's overshoot. Thread-safe.
 */
final class Occupancy {

    private static final int BYTE_BITS = 43;
    private static final long BYTE_MASK = (1L << BYTE_BITS) - 1;
    private static final long ONE_HEAD = 1L << BYTE_BITS;

    private final int mostHeads;
    private final long mostBytes;
    private final AtomicLong word = new AtomicLong();
    private final AtomicLong departures = new AtomicLong();

    Occupancy(int mostHeads, long mostBytes) {
        this.mostHeads = mostHeads;
        this.mostBytes = mostBytes;
    }

    /** What stands in the way of one more; null if it was let in. */
    @Nullable
    Full enter(long bytes) {
        while (true) {
            long seen = word.get();
            if (headsOf(seen) >= mostHeads) {
                return Full.HEADS;
            }
            if (bytesOf(seen) + bytes > mostBytes) {
                return Full.BYTES;
            }
            if (word.compareAndSet(seen, seen + ONE_HEAD + bytes)) {
                return null;
            }
        }
    }

    void leave(long bytes) {
        word.addAndGet(-ONE_HEAD - bytes);
        departures.incrementAndGet();
    }

    int heads() {
        return headsOf(word.get());
    }

    long bytes() {
        return bytesOf(word.get());
    }

    long departures() {
        return departures.get();
    }

    private static int headsOf(long word) {
        return (int) (word >>> BYTE_BITS);
    }

    private static long bytesOf(long word) {
        return word & BYTE_MASK;
    }

    /** What is full. */
    enum Full {
        HEADS,
        BYTES
    }
}
