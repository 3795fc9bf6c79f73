package dev.penstock.store.jdbc.write;

import dev.penstock.store.jdbc.sql.SqlFailures;
import dev.penstock.time.Deadline;
import java.sql.SQLException;
import java.time.Duration;

/** Begins the write transactions of one database. For the writer's thread. */
public interface Transactions {

    /**
     * Begins one.
     *
     * @param rowWait how long each of its statements waits for a row that somebody else holds
     */
    Open begin(Duration rowWait) throws SQLException;

    /** Until when a write is tried again, from now on, that waits for a row that somebody else holds. */
    Deadline untilRowsAreFree();

    /** How many writes are done at once; one by one unless a database knows better. */
    default Bulk bulk() {
        return Bulk.NONE;
    }

    /** What the database's failures mean. */
    SqlFailures failures();

    /**
     * Whether to do a transaction again that failed as a whole and left nothing: it waits for a better moment and says
     * so, or says no at once.
     *
     * @param why how it failed
     * @param tries how often it has failed so far
     */
    boolean awaitBetterMoment(SQLException why, int tries);

    /** A transaction that is under way; closing it undoes what was not committed. */
    interface Open extends AutoCloseable {

        /** What the writes see of it. */
        Transaction transaction();

        /** One of its writes was carried out. */
        default void carriedOut(Work<?> work, Object result) {}

        /** Makes it durable. */
        void commit() throws SQLException;

        /** Whether a commit that failed has certainly not happened. */
        boolean isUndone(SQLException failedCommit);

        @Override
        void close();
    }
}
