package dev.penstock.time;

/**
 * A monotonic count of nanoseconds since an arbitrary point. Two readings may only be compared by subtraction, which
 * stays right when the count wraps around (R-DEADLINE-2). It never follows the wall clock.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface Ticker {

    /**
     * Reads the count.
     *
     * @return nanoseconds since an arbitrary point; may be negative
     */
    long nanos();

    /**
     * The ticker of this process.
     *
     * @return a ticker on {@link System#nanoTime()}
     */
    static Ticker system() {
        return System::nanoTime;
    }
}
