package dev.penstock.policy.admission;

/**
 * How much one process retains (design 6).
 *
 * @param operations operations queued, active or sleeping at once, 1 to 1,000,000
 * @param bytes the sum of what they declare to hold, in bytes, 1 to 2^43
 * @param joiners callers who wait for an operation of somebody else, 0 to 1,000,000
 */
public record PopulationSettings(int operations, long bytes, int joiners) {

    private static final int MOST = 1_000_000;
    private static final long MOST_BYTES = 1L << 43;

    /** Checks the ranges. */
    public PopulationSettings {
        if (operations < 1 || operations > MOST) {
            throw new IllegalArgumentException("operations must be 1 to " + MOST + ", was " + operations);
        }
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException("bytes must be 1 to " + MOST_BYTES + ", was " + bytes);
        }
        if (joiners < 0 || joiners > MOST) {
            throw new IllegalArgumentException("joiners must be 0 to " + MOST + ", was " + joiners);
        }
    }

    /**
     * The defaults.
     *
     * @return 1,000 operations, 256 MiB, 10,000 joiners
     */
    public static PopulationSettings defaults() {
        return new PopulationSettings(1_000, 256L << 20, 10_000);
    }
}
