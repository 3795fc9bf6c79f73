package dev.penstock.store.jdbc.sql;

import dev.penstock.store.StoreException;
import java.sql.SQLException;

/** Short reads beside the writer. Thread-safe; a closed one refuses. */
public interface SqlReads extends AutoCloseable {

    /** What one read does. It may be done again where a connection was lost. */
    @FunctionalInterface
    interface Read<T> {

        /** Reads. */
        T apply(SqlSession session) throws SQLException;
    }

    /**
     * Reads with one statement, which finds what it wants by an index.
     *
     * @param read what to read
     * @return what was read
     * @param <T> its type
     * @throws StoreException if the database does not give it
     */
    <T> T read(Read<T> read);

    /**
     * Reads with several statements that all see one moment, or with one that may read much: a server bounds it.
     *
     * @param read what to read
     * @return what was read
     * @param <T> its type
     * @throws StoreException if the database does not give it
     */
    <T> T readAtOnce(Read<T> read);

    /** Waits for the reads under way and lets none in any more. */
    @Override
    void close();
}
