package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.jdbc.sql.SqlStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are given to one statement, a list for each column: {@code unnest(?, ?, …) AS name (a, b, …)}.
 *
 * @param <T> what a row is made of
 */
final class ManyRows<T> {

    private record Column<T>(String name, String type, Function<T, @Nullable Object> value) {}

    private final String name;
    private final List<Column<T>> columns = new ArrayList<>();

    ManyRows(String name) {
        this.name = name;
    }

    ManyRows<T> text(String column, Function<T, @Nullable Object> value) {
        columns.add(new Column<>(column, "text", value));
        return this;
    }

    ManyRows<T> number(String column, Function<T, @Nullable Object> value) {
        columns.add(new Column<>(column, "bigint", row -> whole(value.apply(row))));
        return this;
    }

    ManyRows<T> bytes(String column, Function<T, @Nullable Object> value) {
        columns.add(new Column<>(column, "bytea", value));
        return this;
    }

    /** The item of a from clause. */
    String sql() {
        List<String> marks =
                columns.stream().map(column -> "?::" + column.type() + "[]").toList();
        List<String> names = columns.stream().map(Column::name).toList();
        return "unnest(" + String.join(", ", marks) + ") AS " + name + " (" + String.join(", ", names) + ")";
    }

    /** Binds the rows where {@link #sql} stands. */
    void bind(SqlStatement statement, List<T> rows) throws SQLException {
        for (Column<T> column : columns) {
            Object[] elements = column.type().equals("bytea") ? new byte[rows.size()][] : new Object[rows.size()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = column.value().apply(rows.get(i));
            }
            statement.list(column.type(), elements);
        }
    }

    private static @Nullable Object whole(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Boolean flag -> flag ? 1L : 0L;
            case Number number -> number.longValue();
            case OptionalLong number -> number.isPresent() ? number.getAsLong() : null;
            case OptionalInt number -> number.isPresent() ? (long) number.getAsInt() : null;
            default -> throw new IllegalArgumentException("a number was expected");
        };
    }
}
