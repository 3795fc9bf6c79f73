package dev.penstock.policy.admission;

/** How many attempts may be active at once: a number that stands, or one that learns. An immutable value. */
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
    }
}
