package dev.penstock.store;

/**
 * Word of what other processes write, as soon as it is committed, where a store can give it (design 8, "PostgreSQL").
 * Nothing depends on it: a hint may be lost, come late, come twice, or be about nothing that concerns this process.
 * Whoever waits looks from time to time all the same. Thread-safe.
 */
public interface Hints {

    /** Of a store that gives none: whoever waits finds out by looking. */
    Hints NONE = new Hints() {
        @Override
        public Listening listen(Listener listener) {
            return () -> {};
        }

        @Override
        public void want(GenerationRef ref) {}
    };

    /**
     * Begins to listen, over one connection.
     *
     * @param listener hears of it
     * @return ends the listening when it is closed
     */
    Listening listen(Listener listener);

    /**
     * Asks whoever holds an operation to tell when it moves. Costs no durable commit.
     *
     * @param ref what somebody here waits for
     */
    void want(GenerationRef ref);

    /** Hears that it is worth looking. Called by a thread of the store, which it must not block. */
    interface Listener {

        /** An operation may have moved that somebody here waits for, or a cancel may have been asked for. */
        void moved();

        /** There may be background work that is due. */
        void work();
    }

    /** A listening that goes on until it is closed. */
    @FunctionalInterface
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }
}
