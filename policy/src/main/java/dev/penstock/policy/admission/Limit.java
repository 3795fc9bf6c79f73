package dev.penstock.policy.admission;

/**
 * How many attempts may be active at once: a number that stands, or one that goes down when the provider says "too many
 * at once" and slowly up again (R-ADMIT-6). An immutable value; its successors are new values.
 */
public sealed interface Limit {

    /**
     * The limit now.
     *
     * @return attempts at once; 0 only for a fixed limit
     */
    int permits();

    /**
     * The most it can become.
     *
     * @return attempts at once
     */
    int ceiling();

    /**
     * The limit after the provider served an attempt.
     *
     * @return this very value if nothing changed
     */
    Limit served();

    /**
     * The limit after the provider said "too many at once".
     *
     * @param sequence the number of the attempt that was told so, in the order of grants
     * @param next the number of the next attempt to be granted
     * @param usable permits that could be used at most, whatever the limit says: lowering starts from there
     * @return this very value if nothing changed
     */
    Limit congested(long sequence, long next, int usable);

    /**
     * The limit under another ceiling: one that has been lowered stays where it is, or comes down to the ceiling.
     *
     * @param ceiling the most it can become, at least 1
     * @return a copy
     */
    Limit withCeiling(int ceiling);

    /**
     * A limit that learns: additive increase, multiplicative decrease.
     *
     * @param ceiling the provider's documented limit, at least 1; it starts there
     * @return the limit
     */
    static Limit adaptive(int ceiling) {
        return new Adaptive(ceiling, ceiling, 0, 0);
    }

    /**
     * A number that stands.
     *
     * @param permits attempts at once, 0 or more; 0 grants nothing
     */
    record Fixed(int permits) implements Limit {
        /** Refuses a negative limit. */
        public Fixed {
            if (permits < 0) {
                throw new IllegalArgumentException("permits must not be negative, was " + permits);
            }
        }

        @Override
        public int ceiling() {
            return permits;
        }

        @Override
        public Limit withCeiling(int ceiling) {
            return new Fixed(ceiling);
        }

        @Override
        public Limit served() {
            return this;
        }

        @Override
        public Limit congested(long sequence, long next, int usable) {
            return this;
        }
    }

    /**
     * A limit that learns: ×0.7 at most once per generation of attempts in flight, not below 1; +1 for as many served
     * attempts as the limit has permits, not above the ceiling.
     *
     * @param ceiling the most it can become, at least 1
     * @param permits the limit now, 1 to the ceiling
     * @param credit attempts served since it last changed
     * @param generation the number of the first attempt granted after it was last lowered; older ones lower it no more
     */
    record Adaptive(int ceiling, int permits, int credit, long generation) implements Limit {

        private static final double DECREASE = 0.7;

        /** Checks the range. */
        public Adaptive {
            if (permits < 1 || permits > ceiling) {
                throw new IllegalArgumentException("permits must be 1 to " + ceiling + ", was " + permits);
            }
        }

        @Override
        public Limit withCeiling(int newCeiling) {
            return permits < ceiling && permits <= newCeiling
                    ? new Adaptive(newCeiling, permits, credit, generation)
                    : new Adaptive(newCeiling, newCeiling, 0, generation);
        }

        @Override
        public Limit served() {
            if (permits == ceiling) {
                return this;
            }
            return credit + 1 < permits
                    ? new Adaptive(ceiling, permits, credit + 1, generation)
                    : new Adaptive(ceiling, permits + 1, 0, generation);
        }

        @Override
        public Limit congested(long sequence, long next, int usable) {
            if (sequence < generation) {
                return this;
            }
            int lowered = (int) (Math.min(permits, usable) * DECREASE);
            return new Adaptive(ceiling, Math.max(1, lowered), 0, next);
        }
    }
}
