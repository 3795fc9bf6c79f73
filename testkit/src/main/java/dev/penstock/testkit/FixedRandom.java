package dev.penstock.testkit;

import java.util.random.RandomGenerator;

/**
 * Chance that gives the same fraction on every draw: 0.5 for the midpoint draws of R-PROOF-1, 0 and just below 1 for the
 * edges. Immutable and thread-safe.
 *
 * @param fraction what {@link #nextDouble()} gives, in [0, 1)
 */
public record FixedRandom(double fraction) implements RandomGenerator {

    /** Checks the fraction. */
    public FixedRandom {
        if (!(fraction >= 0 && fraction < 1)) {
            throw new IllegalArgumentException("fraction must be in [0, 1), was " + fraction);
        }
    }

    @Override
    public double nextDouble() {
        return fraction;
    }

    @Override
    public long nextLong() {
        return (long) (fraction * 0x1.0p64 - 0x1.0p63);
    }

    @Override
    public long nextLong(long bound) {
        return (long) (fraction * bound);
    }
}
