package dev.penstock.store.jdbc.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One row, read column after column in the order of its select. */
public final class SqlRow {

    private final ResultSet row;
    private int column;

    SqlRow(ResultSet row) {
        this.row = row;
    }

    /** Text that is there. */
    public String text() throws SQLException {
        String value = row.getString(++column);
        if (value == null) {
            throw new SQLException("column " + column + " is null");
        }
        return value;
    }

    /** Text or null. */
    public @Nullable String optionalText() throws SQLException {
        return row.getString(++column);
    }

    /** A number. */
    public long number() throws SQLException {
        return row.getLong(++column);
    }

    /** A small number. */
    public int smallNumber() throws SQLException {
        return row.getInt(++column);
    }

    /** Whether it is not zero. */
    public boolean flag() throws SQLException {
        return row.getLong(++column) != 0;
    }

    /** A number, empty for null. */
    public OptionalLong optionalNumber() throws SQLException {
        long value = row.getLong(++column);
        return value == 0 && row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** A small number, empty for null. */
    public OptionalInt optionalSmallNumber() throws SQLException {
        int value = row.getInt(++column);
        return value == 0 && row.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    /** Bytes; none for null. */
    public byte[] bytes() throws SQLException {
        byte[] value = row.getBytes(++column);
        return value == null ? new byte[0] : value;
    }
}
