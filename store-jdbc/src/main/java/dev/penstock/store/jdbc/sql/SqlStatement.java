package dev.penstock.store.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement that takes its parameters one after another, in the order of its question marks. The driver
 * finishes a statement whose execution failed: such a one is forgotten, and the next use prepares it anew.
 */
public final class SqlStatement implements AutoCloseable {

    /** Makes an object of a row, reading its columns one after another. */
    @FunctionalInterface
    public interface RowReader<T> {
        /** Reads one. */
        T read(SqlRow row) throws SQLException;
    }

    /** What the driver does with it. */
    @FunctionalInterface
    private interface Execution<T> {
        T run() throws SQLException;
    }

    private final PreparedStatement prepared;
    private final Runnable forget;
    private int parameter;

    SqlStatement(PreparedStatement prepared, Runnable forget) {
        this.prepared = prepared;
        this.forget = forget;
    }

    SqlStatement fromTheStart() {
        parameter = 0;
        return this;
    }

    /** Binds text, or null. */
    public SqlStatement text(@Nullable String value) throws SQLException {
        prepared.setString(++parameter, value);
        return this;
    }

    /** Binds a number. */
    public SqlStatement number(long value) throws SQLException {
        prepared.setLong(++parameter, value);
        return this;
    }

    /** Binds a number, or null. */
    public SqlStatement number(OptionalLong value) throws SQLException {
        return value.isPresent() ? number(value.getAsLong()) : nothing();
    }

    /** Binds a number, or null. */
    public SqlStatement number(OptionalInt value) throws SQLException {
        return value.isPresent() ? number(value.getAsInt()) : nothing();
    }

    /** Binds 1 or 0. */
    public SqlStatement flag(boolean value) throws SQLException {
        return number(value ? 1 : 0);
    }

    /** Binds bytes. */
    public SqlStatement bytes(byte[] value) throws SQLException {
        prepared.setBytes(++parameter, value);
        return this;
    }

    /** Binds a list, each element as the type says; for databases that have lists. */
    public SqlStatement list(String type, Object[] elements) throws SQLException {
        prepared.setArray(++parameter, prepared.getConnection().createArrayOf(type, elements));
        return this;
    }

    /** Runs it and tells how many rows it changed. */
    public int update() throws SQLException {
        return execute(prepared::executeUpdate);
    }

    /** Runs it, whatever it gives back. */
    public void run() throws SQLException {
        execute(prepared::execute);
    }

    /** The first row, null if there is none. For statements that give a few rows at most. */
    public <T> @Nullable T first(RowReader<T> reader) throws SQLException {
        List<T> found = all(reader);
        return found.isEmpty() ? null : found.getFirst();
    }

    /** The first row of a select that follows another statement in the same text, null if there is none. */
    public <T> @Nullable T firstOfSecond(RowReader<T> reader) throws SQLException {
        List<T> found = execute(() -> {
            prepared.execute();
            prepared.getMoreResults();
            try (ResultSet rows = prepared.getResultSet()) {
                return read(rows, reader);
            }
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    /** Every row; a statement that changes rows and returns them has run to its end then. */
    public <T> List<T> all(RowReader<T> reader) throws SQLException {
        return execute(() -> {
            try (ResultSet rows = prepared.executeQuery()) {
                return read(rows, reader);
            }
        });
    }

    private static <T> List<T> read(ResultSet rows, RowReader<T> reader) throws SQLException {
        List<T> found = new ArrayList<>();
        while (rows.next()) {
            found.add(reader.read(new SqlRow(rows)));
        }
        return found;
    }

    /** Whether it gives a row. For statements that give a few rows at most. */
    public boolean any() throws SQLException {
        return !all(row -> Boolean.TRUE).isEmpty();
    }

    private <T> T execute(Execution<T> execution) throws SQLException {
        try {
            return execution.run();
        } catch (SQLException e) {
            forget.run();
            throw e;
        }
    }

    private SqlStatement nothing() throws SQLException {
        prepared.setNull(++parameter, Types.BIGINT);
        return this;
    }

    @Override
    public void close() throws SQLException {
        prepared.close();
    }
}
