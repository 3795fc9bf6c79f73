package dev.penstock.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One row, read column after column in the order of its select. */
final class SqlRow {

    private final ResultSet row;
    private int column;

    SqlRow(ResultSet row) {
        this.row = row;
    }

    String text() throws SQLException {
        String value = row.getString(++column);
        if (value == null) {
            throw new SQLException("column " + column + " is null");
        }
        return value;
    }

    @Nullable
    String optionalText() throws SQLException {
        return row.getString(++column);
    }

    long number() throws SQLException {
        return row.getLong(++column);
    }

    int smallNumber() throws SQLException {
        return row.getInt(++column);
    }

    boolean flag() throws SQLException {
        return row.getLong(++column) != 0;
    }

    OptionalLong optionalNumber() throws SQLException {
        long value = row.getLong(++column);
        return value == 0 && row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    OptionalInt optionalSmallNumber() throws SQLException {
        int value = row.getInt(++column);
        return value == 0 && row.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    byte[] bytes() throws SQLException {
        byte[] value = row.getBytes(++column);
        return value == null ? new byte[0] : value;
    }
}
