package dev.penstock.store.jdbc;

import dev.penstock.store.OperationMode;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The queue of background work. Attached work never stands in it: its own process takes it. */
final class Ready {

    private static final String PUT = """
            INSERT INTO ready (op, due_at, worker) VALUES (?, ?, ?)
            ON CONFLICT (op) DO UPDATE SET due_at = excluded.due_at, worker = excluded.worker""";

    private static final String REMOVE = "DELETE FROM ready WHERE op = ?";

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

    private static boolean isQueued(OperationRow row) {
        return row.record().settings().mode() == OperationMode.BACKGROUND;
    }
}
