package dev.penstock.store.jdbc;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/**
 * Brings a schema forward, one numbered script after another, each with its version in one transaction. Forward only;
 * a store of a newer version is refused (docs/adr/0004-own-migrations.md).
 */
final class Migrations {

    private static final String FOLDER = "migrations/sqlite/";

    /** Version N is the Nth. Scripts that were released never change. */
    private static final List<String> SCRIPTS = List.of("V1__ledger.sql", "V2__api_keys.sql", "V3__spend.sql");

    private Migrations() {}

    static void migrate(SqlSession session, long now) throws SQLException {
        session.sql("BEGIN IMMEDIATE").update();
        try {
            for (int version = version(session) + 1; version <= SCRIPTS.size(); version++) {
                apply(session, version, now);
            }
            session.sql("COMMIT").update();
        } catch (SQLException | RuntimeException e) {
            session.sql("ROLLBACK").update();
            throw e;
        }
    }

    /** Refuses whatever is not a store of exactly this version. */
    static void requireCurrent(SqlSession session) throws SQLException {
        if (version(session) != SCRIPTS.size()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the store was made by an older Penstock: open it with `run` or `serve` first",
                    null);
        }
    }

    /** The version of a store of ours, 0 of an empty file. */
    private static int version(SqlSession session) throws SQLException {
        List<String> tables = names(session);
        if (tables.isEmpty()) {
            return 0;
        }
        if (!tables.contains("schema_version")) {
            throw new StoreException(Kind.INCOMPATIBLE, "this database is not a store of Penstock", null);
        }
        Long version = session.sql("SELECT coalesce(max(version), 0) FROM schema_version")
                .first(SqlRow::number);
        if (version == null || version > SCRIPTS.size()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the store was made by a newer Penstock (schema " + version + ", known here " + SCRIPTS.size()
                            + "): use that one",
                    null);
        }
        return version.intValue();
    }

    private static List<String> names(SqlSession session) throws SQLException {
        try (SqlStatement tables = session.once("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
            return tables.all(SqlRow::text);
        }
    }

    private static void apply(SqlSession session, int version, long now) throws SQLException {
        if (version == 1) {
            run(
                    session,
                    "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL,"
                            + " applied_at INTEGER NOT NULL) STRICT");
        }
        String script = SCRIPTS.get(version - 1);
        for (String statement : read(script).split(";\n")) {
            if (!statement.isBlank()) {
                run(session, statement);
            }
        }
        session.sql("INSERT INTO schema_version (version, name, applied_at) VALUES (?, ?, ?)")
                .number(version)
                .text(script)
                .number(now)
                .update();
    }

    private static void run(SqlSession session, String statement) throws SQLException {
        try (SqlStatement prepared = session.once(statement)) {
            prepared.update();
        }
    }

    private static String read(String script) {
        try (InputStream in = Migrations.class.getResourceAsStream(FOLDER + script)) {
            if (in == null) {
                throw new IllegalStateException("the migration " + script + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
