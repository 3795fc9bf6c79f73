package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

/**
 * What the first statement of a transaction learns, in the round trip that begins it; it also sets the transaction's
 * time-outs, for this transaction alone, as a pooler in front of the server demands. Nothing that a transaction of the
 * engine does reads a whole table where an index would do, and it says so to the planner: the server keeps the plan of
 * a prepared statement, and one made while the tables were empty would read them whole until statistics come, a minute
 * later. Nothing of it is worth compiling either, which the server would do for each small table without a fitting index:
 * to read it whole counts as the dearest thing there is.
 *
 * <p>Whatever isolation the database gives by default, a transaction sees what others have committed by the time that they
 * let go of a row (B073): a look that is as old as the transaction would miss what they took.
 *
 * @param millis the server's clock, epoch milliseconds
 * @param identity which database this is
 */
record ServerMoment(long millis, ServerIdentity identity) {

    private static final String LOOK = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
            SELECT set_config('statement_timeout', ?, true), set_config('lock_timeout', ?, true),
                set_config('idle_in_transaction_session_timeout', ?, true), set_config('enable_seqscan', ?, true),
                set_config('jit', 'off', true),
                (extract(epoch FROM clock_timestamp()) * 1000)::bigint,\s""" + ServerIdentity.COLUMNS;

    /**
     * Looks, sets the time-outs, and has what follows read by index.
     *
     * @param rowWait how long a statement waits for a row that somebody else holds
     */
    static ServerMoment begin(SqlSession session, PostgresSettings settings, Duration rowWait) throws SQLException {
        return look(
                session,
                settings.statementTimeout().toMillis(),
                rowWait.toMillis(),
                settings.statementTimeout().toMillis(),
                "off");
    }

    /** Looks, and lets every statement take its time: for what is done once, at the start. */
    static ServerMoment beginPatiently(SqlSession session) throws SQLException {
        return look(session, 0, 0, 0, "on");
    }

    /** From now on this transaction's statements wait longer, or shorter, for a row that somebody else holds. */
    static void waitForRows(SqlSession session, Duration rowWait) throws SQLException {
        session.sql("SELECT set_config('lock_timeout', ?, true)")
                .text(Long.toString(rowWait.toMillis()))
                .run();
    }

    /** From now on this transaction's statements, and the pauses between them, take the time that they need. */
    static void takeTime(SqlSession session) throws SQLException {
        session.sql("SELECT set_config('statement_timeout', '0', true),"
                        + " set_config('idle_in_transaction_session_timeout', '0', true)")
                .run();
    }

    private static ServerMoment look(SqlSession session, long statement, long lock, long idle, String wholeTables)
            throws SQLException {
        return Objects.requireNonNull(session.sql(LOOK)
                .text(Long.toString(statement))
                .text(Long.toString(lock))
                .text(Long.toString(idle))
                .text(wholeTables)
                .firstOfSecond(row -> {
                    for (int set = 0; set < 5; set++) {
                        row.text();
                    }
                    long millis = row.number();
                    return new ServerMoment(millis, new ServerIdentity(row.text(), row.text(), row.text(), row.text()));
                }));
    }
}
