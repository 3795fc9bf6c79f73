package dev.penstock.store.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One connection with its prepared statements. For one thread at a time. */
public final class SqlSession implements AutoCloseable {

    private final Connection connection;
    private final UnaryOperator<String> wording;
    private final Map<String, SqlStatement> statements = new HashMap<>();

    /**
     * Speaks to a database in its own words.
     *
     * @param connection the connection, closed with the session
     * @param wording turns a statement of the ledger into one of this database; asked once for each statement
     */
    public SqlSession(Connection connection, UnaryOperator<String> wording) {
        this.connection = connection;
        this.wording = wording;
    }

    /** A statement, prepared once and kept; ready to take its parameters from the first on. */
    public SqlStatement sql(String text) throws SQLException {
        SqlStatement statement = statements.get(text);
        if (statement == null) {
            statement = new SqlStatement(prepare(text), () -> statements.remove(text));
            statements.put(text, statement);
        }
        return statement.fromTheStart();
    }

    /** A statement of many shapes, which is not worth keeping. */
    public SqlStatement once(String text) throws SQLException {
        return new SqlStatement(prepare(text), () -> {});
    }

    /** The connection itself. */
    public Connection connection() {
        return connection;
    }

    @Override
    public void close() throws SQLException {
        statements.clear();
        connection.close();
    }

    private java.sql.PreparedStatement prepare(String text) throws SQLException {
        return connection.prepareStatement(wording.apply(text));
    }
}
