package dev.penstock.it.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server of a test's own, as durable as one in use. It may be restarted under those who use it. */
public final class PostgresServer implements AutoCloseable {

    private static final String OWNER = "postgres";

    private final EmbeddedPostgres server;
    private final Path data;

    private PostgresServer(EmbeddedPostgres server) throws SQLException {
        this.server = server;
        this.data = Path.of(first("SHOW data_directory"));
    }

    /** Starts one on a free port. */
    public static PostgresServer start() {
        try {
            return new PostgresServer(EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public int port() {
        return server.getPort();
    }

    /** Makes an empty database; returns its address for the driver. */
    public String create(String database) {
        tell("CREATE DATABASE " + database);
        return jdbcUrl(database);
    }

    /** The address of a database for the driver. */
    public String jdbcUrl(String database) {
        return server.getJdbcUrl(OWNER, database);
    }

    /** The address of a database for a store, as it is reached through some port of this machine. */
    public static String store(String database, int port) {
        return "postgresql://" + OWNER + "@127.0.0.1:" + port + "/" + database;
    }

    /** Ends every connection to a database on the server's side. */
    public void terminateBackends(String database) {
        tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database
                + "' AND application_name = 'penstock'");
    }

    /** Restarts it as after a crash: nobody is waited for, and the log is replayed. */
    public void restart() {
        try {
            long postmaster = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid"))
                    .getFirst()
                    .strip());
            Path programs = Files.readSymbolicLink(Path.of("/proc/" + postmaster + "/exe"))
                    .getParent();
            List<String> command = new ArrayList<>();
            if (System.getProperty("user.name").equals("root")) {
                command.addAll(List.of("unshare", "-U")); // it refuses to run as root
            }
            command.addAll(List.of(programs.resolve("pg_ctl").toString(), "restart", "-m", "immediate", "-w"));
            command.addAll(List.of("-t", "120", "-D", data.toString()));
            int code = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new AssertionError("PostgreSQL did not restart: pg_ctl ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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

    private String first(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
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
}
