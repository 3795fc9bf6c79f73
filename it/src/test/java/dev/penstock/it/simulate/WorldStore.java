package dev.penstock.it.simulate;

import dev.penstock.store.KeyRing;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * One database in memory for all processes of a world, with the product's own schema and SQL. It is emptied between
 * worlds, and its prepared statements stay.
 */
final class WorldStore implements AutoCloseable {

    private static final Pattern ROW_LOCK = Pattern.compile(" FOR (UPDATE|SHARE)( OF \\w+)?( SKIP LOCKED)?");

    private final SqlSession session;
    private final KeyRing first;
    private final List<String> tables;
    private final TreeMap<Integer, byte[]> keys = new TreeMap<>();
    private boolean isFirstRing = true;

    private WorldStore(SqlSession session) throws SQLException {
        this.session = session;
        this.first = Meta.readKeyRing(session);
        putFirstKeyBack();
        this.tables =
                session
                        .sql("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                        .all(SqlRow::text)
                        .stream()
                        .filter(table -> !table.equals("meta") && !table.equals("schema_version"))
                        .toList();
    }

    /**
     * Makes one.
     *
     * @param variant may rewrite statements
     */
    static WorldStore open(Variant variant) {
        try {
            Path folder = Files.createTempDirectory("penstock-simulate");
            Path file = folder.resolve("template");
            try {
                SqliteLedger.open(SqliteOptions.engine(file, Time.system(), new SplittableRandom(1)))
                        .close();
                Properties properties = new Properties();
                properties.setProperty("jdbc.get_generated_keys", "false");
                Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:", properties);
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("restore from '" + file + "'");
                }
                return new WorldStore(new SqlSession(
                        connection,
                        text -> variant.wording(ROW_LOCK.matcher(text).replaceAll(""))));
            } finally {
                try (var files = Files.list(folder)) {
                    for (Path each : files.toList()) {
                        Files.delete(each);
                    }
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    SqlSession session() {
        return session;
    }

    KeyRing keyRing() {
        return new KeyRing(keys);
    }

    /** Whether every process of this world has the ring that the world began with. */
    boolean isFirstRing() {
        return isFirstRing;
    }

    /** Whoever opens the store from now on makes fingerprints with a new key, and may lack those before it. */
    void changeKeys(RandomGenerator random, boolean losesOlder) {
        byte[] key = new byte[32];
        random.nextBytes(key);
        int version = keys.lastKey() + 1;
        if (losesOlder) {
            keys.clear();
        }
        keys.put(version, key);
        isFirstRing = false;
    }

    private void putFirstKeyBack() {
        int version = first.currentVersion();
        keys.clear();
        keys.put(version, Objects.requireNonNull(first.key(version)));
        isFirstRing = true;
    }

    /** Forgets everything but the schema and the key ring that it began with. */
    void reset() {
        putFirstKeyBack();
        try {
            session.sql("BEGIN IMMEDIATE").update();
            for (String table : tables) {
                session.sql("DELETE FROM " + table).update();
            }
            session.sql("COMMIT").update();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
