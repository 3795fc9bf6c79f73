package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Settles what ended workers left behind (design 8, "Leases"). A worker has ended if it has no row, or if its lease has
 * run out and no heartbeat is just being written (B078): its row is held first, so that a heartbeat that comes later
 * finds it gone. Then the work is taken, under an epoch of its own, so that whoever comes back is fenced; what others
 * hold at that moment is left for the next time. Any number of processes may do it at once.
 */
record Recovery(WriteId write) implements Work<Map<OperationState, Long>> {

    /** No lease ends at zero: it marks who ended here, until their rows go with this transaction. */
    private static final String END_WORKERS = """
            UPDATE worker SET expires_at = 0 WHERE id IN (
                SELECT id FROM worker WHERE expires_at <= ? FOR UPDATE SKIP LOCKED)""";

    private static final String FORGET_WORKERS = "DELETE FROM worker WHERE expires_at = 0";

    private static final String HOLDER_ENDED = """
            (worker IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM worker w WHERE w.id = operation.worker AND w.expires_at > 0))""";

    /** Background work in line, without an ambiguous attempt: anybody may go on with it as it is. */
    private static final String STAYS_IN_LINE =
            "(mode = 'background' AND state IN ('received', 'retry_scheduled') AND ambiguous = 0)";

    private static final String HOLDERLESS_TOO_LATE = """
            (worker IS NULL AND deadline_at <= ? AND mode = 'attached' AND ambiguous = 0
                AND state IN ('received', 'claimed', 'retry_scheduled'))""";

    private static final String TAKE = "UPDATE operation SET epoch = epoch + 1, last_write = ? WHERE op IN ("
            + "SELECT op FROM operation WHERE settled_at IS NULL AND (" + HOLDER_ENDED + " AND NOT " + STAYS_IN_LINE
            + " OR " + HOLDERLESS_TOO_LATE + ") FOR UPDATE SKIP LOCKED)";

    private static final String TAKEN = " settled_at IS NULL AND last_write = ?";

    private static final String MARK_ATTEMPTS = """
            UPDATE attempt SET category = 'ambiguous', verdict = 'ambiguous(crashed)', charged = 1
            WHERE category IS NULL AND op IN (SELECT op FROM operation WHERE state = 'dispatching' AND\s""" + TAKEN + ")";

    /** A worker that still has a row ran out of time; one without a row was ended by whoever holds the store now. */
    private static final String DISPATCHING = """
            UPDATE operation SET state = 'unknown_outcome', settled_at = ?,
                reason = CASE WHEN EXISTS (SELECT 1 FROM worker w WHERE w.id = operation.worker)
                              THEN 'lease_lost' ELSE 'crashed' END,
                worker = NULL, unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END,
                sent = sent + 1, ambiguous = ambiguous + 1, charged = charged + 1, not_reopenable = not_reopenable + 1
            WHERE state = 'dispatching' AND\s""" + TAKEN;

    private static final String AMBIGUOUS_BEFORE = """
            UPDATE operation SET state = 'unknown_outcome', settled_at = ?,
                reason = CASE WHEN EXISTS (SELECT 1 FROM worker w WHERE w.id = operation.worker)
                              THEN 'lease_lost' ELSE 'crashed' END,
                worker = NULL, unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END
            WHERE ambiguous > 0 AND\s""" + TAKEN;

    private static final String ABANDON = """
            UPDATE operation SET state = 'dead_letter', reason = 'abandoned', settled_at = ?, worker = NULL,
                unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END
            WHERE mode = 'attached' AND\s""" + TAKEN;

    private static final String BACK_IN_LINE = """
            INSERT INTO ready (op, due_at, worker)
            SELECT op, coalesce(retry_available_at, ?), NULL FROM operation WHERE state = 'claimed' AND\s""" + TAKEN + " ON CONFLICT (op) DO UPDATE SET worker = NULL";

    private static final String RECEIVE_AGAIN =
            "UPDATE operation SET state = 'received', worker = NULL WHERE state = 'claimed' AND" + TAKEN;

    private static final String LEAVE_LINE =
            "DELETE FROM ready WHERE op IN (SELECT op FROM operation WHERE settled_at = ? AND last_write = ?)";

    private static final String LET_GO =
            "UPDATE operation SET worker = NULL WHERE op IN (SELECT op FROM operation WHERE "
                    + "settled_at IS NULL AND " + HOLDER_ENDED + " AND " + STAYS_IN_LINE
                    + " FOR UPDATE SKIP LOCKED) RETURNING op";

    private static final String FREE_IN_LINE = "UPDATE ready SET worker = NULL WHERE op = ?";

    @Override
    public Map<OperationState, Long> apply(Transaction transaction) throws SQLException {
        long now = transaction.now();
        transaction.sql(END_WORKERS).number(now).update();
        int taken = transaction.sql(TAKE).number(write.value()).number(now).update();
        Map<OperationState, Long> moved = taken == 0 ? Map.of() : settle(transaction, now);
        for (long op : transaction.sql(LET_GO).all(SqlRow::number)) {
            transaction.sql(FREE_IN_LINE).number(op).update();
        }
        transaction.sql(FORGET_WORKERS).update();
        return moved;
    }

    private Map<OperationState, Long> settle(Transaction transaction, long now) throws SQLException {
        transaction.sql(MARK_ATTEMPTS).number(write.value()).update();
        long unknown = move(transaction, DISPATCHING) + move(transaction, AMBIGUOUS_BEFORE);
        long abandoned = move(transaction, ABANDON);
        move(transaction, BACK_IN_LINE);
        long received = transaction.sql(RECEIVE_AGAIN).number(write.value()).update();
        transaction.sql(LEAVE_LINE).number(now).number(write.value()).update();
        return moved(unknown, abandoned, received);
    }

    private long move(Transaction transaction, String statement) throws SQLException {
        return transaction
                .sql(statement)
                .number(transaction.now())
                .number(write.value())
                .update();
    }

    private static Map<OperationState, Long> moved(long unknown, long abandoned, long received) {
        Map<OperationState, Long> moved = new EnumMap<>(OperationState.class);
        moved.put(OperationState.UNKNOWN_OUTCOME, unknown);
        moved.put(OperationState.DEAD_LETTER, abandoned);
        moved.put(OperationState.RECEIVED, received);
        moved.values().removeIf(count -> count == 0);
        return moved;
    }
}
