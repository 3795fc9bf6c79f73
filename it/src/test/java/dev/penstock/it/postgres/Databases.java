package dev.penstock.it.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A server of PostgreSQL, and databases in it for stores. */
final class Databases implements AutoCloseable {

    /** A word that must not be said by anybody. */
    static final String PASSWORD = "canary-password";

    private final EmbeddedPostgres server;

    private Databases(EmbeddedPostgres server) {
        this.server = server;
    }

    static Databases start() {
        try {
            Databases databases = new Databases(EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start());
            databases.tell("CREATE ROLE penstock LOGIN PASSWORD '" + PASSWORD + "'");
            return databases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a database and tells its address. */
    String make(String name) {
        tell("CREATE DATABASE " + name + " OWNER penstock");
        return "postgresql://penstock:" + PASSWORD + "@127.0.0.1:" + server.getPort() + "/" + name;
    }

    /** State and reason of the one operation in a database; "" while there is none. */
    String state(String database) {
        return ask(database, "SELECT state || ' ' || coalesce(reason, '') FROM operation");
    }

    /** The first column of the first row; "" for none. */
    String ask(String database, String sql) {
        try (Connection connection = server.getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void tell(String sql) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
