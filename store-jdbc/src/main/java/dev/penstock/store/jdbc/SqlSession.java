package dev.penstock.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** One connection with its prepared statements. For one thread at a time. */
final class SqlSession implements AutoCloseable {

    private final Connection connection;
    private final Map<String, SqlStatement> statements = new HashMap<>();

    SqlSession(Connection connection) {
        this.connection = connection;
    }

    /** A statement, prepared once and kept; ready to take its parameters from the first on. */
    SqlStatement sql(String text) throws SQLException {
        SqlStatement statement = statements.get(text);
        if (statement == null) {
            statement = new SqlStatement(connection.prepareStatement(text), () -> statements.remove(text));
            statements.put(text, statement);
        }
        return statement.fromTheStart();
    }

    /** A statement of many shapes, which is not worth keeping. */
    SqlStatement once(String text) throws SQLException {
        return new SqlStatement(connection.prepareStatement(text), () -> {});
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        statements.clear();
        connection.close();
    }
}
