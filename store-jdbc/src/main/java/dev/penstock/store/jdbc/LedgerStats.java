package dev.penstock.store.jdbc;

/**
 * What the writer has done since the store was opened. Cheap to read; the numbers are taken one after another.
 *
 * @param commits transactions that were committed
 * @param groups groups that were taken from the queue
 * @param writes writes that were in them
 * @param largestGroup the most writes that one group had
 */
public record LedgerStats(long commits, long groups, long writes, long largestGroup) {

    /**
     * How many writes shared a commit on average.
     *
     * @return writes per group; zero before the first
     */
    public double meanGroup() {
        return groups == 0 ? 0 : (double) writes / groups;
    }
}
