package dev.penstock.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A prepared statement that takes its parameters one after another, in the order of its question marks. */
final class SqlStatement implements AutoCloseable {

    /** Makes an object of a row, reading its columns one after another. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(SqlRow row) throws SQLException;
    }

    private final PreparedStatement prepared;
    private int parameter;

    SqlStatement(PreparedStatement prepared) {
        this.prepared = prepared;
    }

    SqlStatement fromTheStart() {
        parameter = 0;
        return this;
    }

    SqlStatement text(@Nullable String value) throws SQLException {
        prepared.setString(++parameter, value);
        return this;
    }

    SqlStatement number(long value) throws SQLException {
        prepared.setLong(++parameter, value);
        return this;
    }

    SqlStatement number(OptionalLong value) throws SQLException {
        return value.isPresent() ? number(value.getAsLong()) : nothing();
    }

    SqlStatement number(OptionalInt value) throws SQLException {
        return value.isPresent() ? number(value.getAsInt()) : nothing();
    }

    SqlStatement flag(boolean value) throws SQLException {
        return number(value ? 1 : 0);
    }

    SqlStatement bytes(byte[] value) throws SQLException {
        prepared.setBytes(++parameter, value);
        return this;
    }

    /** Runs it and tells how many rows it changed. */
    int update() throws SQLException {
        return prepared.executeUpdate();
    }

    /** Runs it, whatever it gives back. */
    void run() throws SQLException {
        prepared.execute();
    }

    /** The first row, null if there is none. */
    <T> @Nullable T first(RowReader<T> reader) throws SQLException {
        try (ResultSet rows = prepared.executeQuery()) {
            return rows.next() ? reader.read(new SqlRow(rows)) : null;
        }
    }

    <T> List<T> all(RowReader<T> reader) throws SQLException {
        List<T> found = new ArrayList<>();
        try (ResultSet rows = prepared.executeQuery()) {
            while (rows.next()) {
                found.add(reader.read(new SqlRow(rows)));
            }
        }
        return found;
    }

    boolean any() throws SQLException {
        try (ResultSet rows = prepared.executeQuery()) {
            return rows.next();
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
