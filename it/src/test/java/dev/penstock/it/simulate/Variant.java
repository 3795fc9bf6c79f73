package dev.penstock.it.simulate;

import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import java.sql.SQLException;

/** How a world's store is broken on purpose, to see that the judge notices. Everything that is not overridden is right. */
class Variant {

    /** Nothing is broken. */
    static final Variant SOUND = new Variant("sound");

    private final String name;

    Variant(String name) {
        this.name = name;
    }

    final String name() {
        return name;
    }

    /** Whether there was something to break; a rewritten statement may have been reworded. */
    boolean isBroken() {
        return true;
    }

    /** Whether the judge shows by this that it noticed what is broken, and not something else that comes of it. */
    boolean isNoticedBy(String violation) {
        return true;
    }

    /** What becomes of a statement. */
    String wording(String statement) {
        return statement;
    }

    /** What the store's clock says to a process that writes. */
    long now(Work<?> work, long truth, long wallOfTheProcess) {
        return truth;
    }

    /** How a process's write is carried out. */
    <R> R write(StoreAccess store, Work<R> work) {
        return store.commit(work);
    }

    /** What a write results in that was found done when it was done again. */
    <R> R recognised(Work<R> work, R result) {
        return result;
    }

    /** A work in another one's clothes. */
    static <R> Work<R> with(Work<R> work, Body<R> body) {
        return new Work<>() {
            @Override
            public R apply(Transaction transaction) throws SQLException {
                return body.apply(transaction);
            }

            @Override
            public Weight weight() {
                return work.weight();
            }
        };
    }

    /** What a work does. */
    @FunctionalInterface
    interface Body<R> {
        R apply(Transaction transaction) throws SQLException;
    }

    @Override
    public String toString() {
        return name;
    }
}
