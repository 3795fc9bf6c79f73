package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * Opens connections with the settings that keep what is committed, reads every one of them back, and refuses the store
 * if one does not hold (design 8, "SQLite").
 */
final class SqliteConnections {

    /** The first release in which the reset of a WAL cannot lose a commit: sqlite.org/releaselog/3_51_3.html. */
    private static final int[] OLDEST = {3, 51, 3};

    private static final Pattern ROW_LOCK = Pattern.compile(" FOR (UPDATE|SHARE)( OF \\w+)?( SKIP LOCKED)?");

    private static final int CHECKPOINT_PAGES = 16_000;
    private static final long WAL_LIMIT = 64L << 20;
    private static final int CACHE_KIB = 16 << 10;

    private final Path file;
    private final SqliteSettings settings;

    SqliteConnections(Path file, SqliteSettings settings) {
        this.file = file;
        this.settings = settings;
    }

    SqlSession openWriter() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout((int) settings.busyTimeout().toMillis());
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        config.setGetGeneratedKeys(false); // Else the driver asks for the last row id after every insert.
        Connection connection = config.createConnection(url());
        try {
            SqlSession session = session(connection);
            refuseOldSqlite(session);
            // One statement each: a driver may run only the first of several.
            set(session, "PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
            set(session, "PRAGMA journal_size_limit = " + WAL_LIMIT);
            set(session, "PRAGMA cache_size = -" + CACHE_KIB);
            set(session, "PRAGMA secure_delete = ON");
            set(session, "PRAGMA fullfsync = ON");
            set(session, "PRAGMA checkpoint_fullfsync = ON");
            verify(session, expected());
            return session;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    SqlSession openReader() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout((int) settings.busyTimeout().toMillis());
        Connection connection = config.createConnection(url());
        try {
            SqlSession session = session(connection);
            verify(session, Map.of("journal_mode", "wal"));
            return session;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Its writer is alone and its readers see one moment: there is nothing to lock rows against. */
    static SqlSession session(Connection connection) {
        return new SqlSession(connection, text -> ROW_LOCK.matcher(text).replaceAll(""));
    }

    private Map<String, String> expected() {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("journal_mode", "wal");
        expected.put("synchronous", "2");
        expected.put("busy_timeout", Long.toString(settings.busyTimeout().toMillis()));
        expected.put("foreign_keys", "1");
        expected.put("wal_autocheckpoint", Integer.toString(CHECKPOINT_PAGES));
        expected.put("secure_delete", "1");
        return expected;
    }

    /** Refuses a connection on which a setting does not have the value that it has to have. */
    static void verify(SqlSession session, Map<String, String> expected) throws SQLException {
        for (Map.Entry<String, String> setting : expected.entrySet()) {
            try (SqlStatement pragma = session.once("PRAGMA " + setting.getKey())) {
                String actual = pragma.first(SqlRow::text);
                if (!setting.getValue().equals(actual)) {
                    throw new StoreException(
                            Kind.UNSAFE_SETTINGS,
                            "SQLite's " + setting.getKey() + " is " + actual + " and has to be " + setting.getValue()
                                    + ": without it a commit may be lost",
                            null);
                }
            }
        }
    }

    private static void set(SqlSession session, String pragma) throws SQLException {
        try (SqlStatement statement = session.once(pragma)) {
            statement.run();
        }
    }

    private static void refuseOldSqlite(SqlSession session) throws SQLException {
        String version = String.valueOf(session.sql("SELECT sqlite_version()").first(SqlRow::text));
        String[] parts = version.split("\\.");
        for (int i = 0; i < OLDEST.length; i++) {
            int part = i < parts.length ? Integer.parseInt(parts[i]) : 0;
            if (part > OLDEST[i]) {
                return;
            }
            if (part < OLDEST[i]) {
                throw new StoreException(
                        Kind.UNSAFE_SETTINGS,
                        "SQLite " + version + " may lose commits when a WAL is reset: 3.51.3 or newer is needed",
                        null);
            }
        }
    }

    private String url() {
        return "jdbc:sqlite:" + file;
    }
}
