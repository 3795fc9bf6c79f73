package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.jdbc.sql.Migrations;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;

/** The schema of a store in PostgreSQL. */
final class PostgresSchema {

    static final Migrations MIGRATIONS = new Migrations(
            "postgres",
            List.of(
                    "V1__ledger.sql",
                    "V2__api_keys.sql",
                    "V3__spend.sql",
                    "V4__unknown_outcomes.sql",
                    "V5__retry_tokens.sql",
                    "V6__keys_first.sql",
                    "V7__batches_in_order.sql"),
            "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()",
            "CREATE TABLE schema_version (version bigint PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)");

    /** Held while the schema is looked at and changed: several nodes may start at once. Any number, and never another. */
    private static final long LOCK = 0x70656e73746f636bL;

    private PostgresSchema() {}

    /**
     * Brings it up to date; in the caller's transaction, in which the lock lies. Another node that does so is waited for as
     * long as it takes; a table that somebody holds, briefly: whoever comes later queues behind who waits for one.
     */
    static void migrate(SqlSession session, long now) throws SQLException {
        session.sql("SELECT pg_advisory_xact_lock(?)::text").number(LOCK).run();
        session.sql("SET LOCAL lock_timeout = '1s'").run();
        MIGRATIONS.migrate(session, now);
    }
}
