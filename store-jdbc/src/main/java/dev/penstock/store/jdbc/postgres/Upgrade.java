package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.time.Deadline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Brings a store's schema up to date beside others that are at work with it. It changes tables only where something is
 * missing, and gives way where somebody holds one, such as a dump: as long as it waited, every statement of the others
 * would wait behind it.
 */
final class Upgrade {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Somebody who holds a table for longer is for a person to look at. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Who holds tables of the store, the longest first. */
    private static final String HOLDERS = """
            SELECT coalesce(nullif(a.application_name, ''), 'a program') || ' (process ' || a.pid || ', for '
                || extract(epoch FROM clock_timestamp() - a.xact_start)::bigint || ' s)'
            FROM pg_stat_activity a
            WHERE a.xact_start IS NOT NULL AND a.pid <> pg_backend_pid() AND a.pid IN (
                SELECT l.pid FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                WHERE l.granted AND c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
                    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
            ORDER BY a.xact_start LIMIT 3""";

    private Upgrade() {}

    /** Leaves a transaction open in which nothing is missing. */
    static void run(PostgresOptions options, SqlSession session, ServerTime clock) throws SQLException {
        Deadline giveUp = options.time().deadlineAfter(PATIENCE);
        begin(options, session, clock);
        while (!PostgresSchema.MIGRATIONS.isCurrent(session)) {
            try {
                PostgresSchema.migrate(session, clock.millis());
                session.connection().commit();
            } catch (SQLException e) {
                session.connection().rollback();
                if (PostgresFailures.KNOWN.kind(e) != Kind.BUSY) {
                    throw e;
                }
                if (!giveUp.allows(PAUSE)) {
                    throw new StoreException(Kind.BUSY, text(session), e);
                }
                pause(options);
            }
            begin(options, session, clock);
        }
    }

    static void begin(PostgresOptions options, SqlSession session, ServerTime clock) throws SQLException {
        long asked = options.time().ticker().nanos();
        clock.learn(ServerMoment.beginPatiently(session).millis(), asked);
    }

    private static void pause(PostgresOptions options) {
        try {
            options.time().sleeper().sleep(PAUSE.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.BUSY, "the store was not opened: its opening was interrupted", e);
        }
    }

    private static String text(SqlSession session) throws SQLException {
        List<String> holders = session.sql(HOLDERS).all(SqlRow::text);
        return "this version has to change the store's tables, and somebody has held them for "
                + PATIENCE.toMinutes() + " minutes: "
                + (holders.isEmpty() ? "end what keeps them" : "wait for, or end, " + String.join(", ", holders))
                + ", then start again";
    }
}
