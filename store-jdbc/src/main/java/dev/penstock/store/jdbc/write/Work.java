package dev.penstock.store.jdbc.write;

import java.sql.SQLException;

/**
 * What one write does inside a transaction. It may be run again in a new transaction, when the first was rolled back or
 * when nobody knows whether it was committed: it then has to find what it did and give the same result.
 *
 * @param <R> what it results in, never null
 */
public interface Work<R> {

    /**
     * Does it.
     *
     * @param transaction the open transaction
     * @return the result, true once the transaction is committed
     * @throws SQLException as the driver throws it
     */
    R apply(Transaction transaction) throws SQLException;

    /** What kind of write it is, for {@link dev.penstock.store.jdbc.CrashHook}. */
    default Weight weight() {
        return Weight.OTHER;
    }

    /**
     * Where it stands in its group: groups that are written at once by several processes lock in one order, so that
     * none waits for another in a circle. Writes about several things come last.
     */
    default String place() {
        return LAST;
    }

    /** After every write that names what it is about. */
    String LAST = "\uffff";

    /** What hangs on a write. */
    enum Weight {
        /** A send follows it. */
        INTENT,
        /** It holds the outcome of a send. */
        SETTLE,
        /** Neither. */
        OTHER
    }
}
