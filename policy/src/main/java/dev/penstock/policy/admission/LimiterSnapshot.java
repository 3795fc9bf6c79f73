package dev.penstock.policy.admission;

/**
 * What one limiter looks like at one moment, for metrics.
 *
 * @param limit permits that may be charged now
 * @param active attempts running
 * @param held attempts that were aborted and are still charged
 * @param granted permits handed out so far
 * @param takenBack permits that nobody gave back: each one is a leak (B071)
 * @param interactiveOriginals waiting
 * @param interactiveRetries waiting
 * @param backgroundOriginals waiting
 * @param backgroundRetries waiting
 */
public record LimiterSnapshot(
        int limit,
        int active,
        int held,
        long granted,
        long takenBack,
        int interactiveOriginals,
        int interactiveRetries,
        int backgroundOriginals,
        int backgroundRetries) {

    /**
     * What this process could use of the account's permits now: the want by which blocks are shared (design 9).
     *
     * @return charged permits and waiting requests together
     */
    public int demand() {
        return charged() + waiting();
    }

    /**
     * How many permits the account is charged with.
     *
     * @return those that are active and those that are held
     */
    public int charged() {
        return active + held;
    }

    /**
     * How many wait.
     *
     * @return the sum over priorities and lanes
     */
    public int waiting() {
        return interactiveOriginals + interactiveRetries + backgroundOriginals + backgroundRetries;
    }
}
