package dev.penstock.policy.admission;

/**
 * How grants are shared while both sides wait (design 6), as "one grant in so many".
 *
 * @param backgroundOneIn background work gets one grant in so many while interactive work waits
 * @param retriesAtMostOneIn retries get at most one grant in so many while originals wait
 * @param retriesAtLeastOneIn retries get at least one grant in so many while they wait
 */
public record Fairness(int backgroundOneIn, int retriesAtMostOneIn, int retriesAtLeastOneIn) {

    /** Checks that every side keeps a share and that the retries' floor is not above their ceiling. */
    public Fairness {
        if (backgroundOneIn < 2 || retriesAtMostOneIn < 2 || retriesAtLeastOneIn < retriesAtMostOneIn) {
            throw new IllegalArgumentException("shares must leave room for both sides, floor within ceiling: "
                    + backgroundOneIn + ", " + retriesAtMostOneIn + ", " + retriesAtLeastOneIn);
        }
    }

    /**
     * The defaults.
     *
     * @return background at least 5 %, retries 5 % to 20 %
     */
    public static Fairness defaults() {
        return new Fairness(20, 5, 20);
    }
}
