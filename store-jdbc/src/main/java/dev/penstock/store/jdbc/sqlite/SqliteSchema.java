package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.jdbc.sql.Migrations;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;

/** The schema of a store in SQLite. */
final class SqliteSchema {

    static final Migrations MIGRATIONS = new Migrations(
            "sqlite",
            List.of(
                    "V1__ledger.sql",
                    "V2__api_keys.sql",
                    "V3__spend.sql",
                    "V4__unknown_outcomes.sql",
                    "V5__retry_tokens.sql"),
            "SELECT name FROM sqlite_schema WHERE type = 'table'",
            "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL,"
                    + " applied_at INTEGER NOT NULL) STRICT");

    private SqliteSchema() {}

    /** Brings it up to date, all of it or nothing. */
    static void migrate(SqlSession session, long now) throws SQLException {
        session.sql("BEGIN IMMEDIATE").update();
        try {
            MIGRATIONS.migrate(session, now);
            session.sql("COMMIT").update();
        } catch (SQLException | RuntimeException e) {
            session.sql("ROLLBACK").update();
            throw e;
        }
    }
}
