package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationMode;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The queue of background work. Attached work never stands in it: its own process takes it. */
final class Ready {

    private static final String PUT = """
            INSERT INTO ready (op, due_at, worker) VALUES (?, ?, ?)
            ON CONFLICT (op) DO UPDATE SET due_at = excluded.due_at, worker = excluded.worker""";

    private static final String REMOVE = "DELETE FROM ready WHERE op = ?";

    private static final String HASTEN = """
            UPDATE ready SET due_at = ? WHERE op IN (
                SELECT ready.op FROM ready JOIN operation ON operation.op = ready.op
                WHERE ready.due_at > ? AND operation.reason = 'stopped'
                ORDER BY ready.due_at, ready.op LIMIT 10000 FOR UPDATE OF ready SKIP LOCKED)""";

    /** Every process sees within a second that a pause has ended (design 8). */
    private static final long ONCE_SEEN = 1_000;

    private Ready() {}

    /** Puts a generation in line, if it is background work; with a worker, for that one only. */
    static void put(Transaction transaction, OperationRow row, long dueAt, @Nullable String worker)
            throws SQLException {
        if (isQueued(row)) {
            transaction.sql(PUT).number(row.op()).number(dueAt).text(worker).update();
        }
    }

    static void remove(Transaction transaction, OperationRow row) throws SQLException {
        if (isQueued(row)) {
            transaction.sql(REMOVE).number(row.op()).update();
        }
    }

    /**
     * A pause has ended: what waits for that is due, and what waits for another goes back when it was looked at. Beyond
     * what every process together has to do in the next seconds, it is due within a minute by itself.
     */
    static void hasten(Transaction transaction) throws SQLException {
        long due = transaction.now() + ONCE_SEEN;
        transaction.sql(HASTEN).number(due).number(due).update();
    }

    private static boolean isQueued(OperationRow row) {
        return row.record().settings().mode() == OperationMode.BACKGROUND;
    }
}
