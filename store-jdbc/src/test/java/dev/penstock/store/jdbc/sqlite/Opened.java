package dev.penstock.store.jdbc.sqlite;

import dev.penstock.time.Time;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/** Real stores on real files, for the tests about files, disks and processes. */
final class Opened {

    private static final SplittableRandom RANDOM = new SplittableRandom(20261003);

    private Opened() {}

    static SqliteOptions engine(Path file) {
        return SqliteOptions.engine(file, Time.system(), RANDOM.split());
    }

    static SqliteOptions observer(Path file) {
        return SqliteOptions.observer(file, Time.system(), RANDOM.split());
    }

    /** A connection that knows nothing of the ledger, as another program's. */
    static Connection foreign(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    static String ask(Path file, String sql) throws SQLException {
        try (Connection connection = foreign(file);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    static void tell(Path file, String sql) throws SQLException {
        try (Connection connection = foreign(file);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
