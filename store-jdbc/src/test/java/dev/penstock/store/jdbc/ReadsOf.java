package dev.penstock.store.jdbc;

import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;

/** Reads on a connection that a test has, while nothing is written on it. */
public record ReadsOf(SqlSession session) implements SqlReads {

    @Override
    public <T> T read(Read<T> read) {
        try {
            return read.apply(session);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public <T> T readAtOnce(Read<T> read) {
        return read(read);
    }

    @Override
    public void close() {}
}
