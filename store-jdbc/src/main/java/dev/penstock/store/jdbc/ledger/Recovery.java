package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Settles what ended workers left behind (design 8, "Leases"). A worker has ended if it has no row or its lease has run
 * out; whether it has is asked in the very statement that takes the work away, so that nothing is taken from a worker
 * that lives (B078). Every move raises the epoch: whoever comes back is fenced.
 */
record Recovery(WriteId write) implements Work<Map<OperationState, Long>> {

    private static final String HOLDER_ENDED = """
             settled_at IS NULL AND worker IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM worker w WHERE w.id = operation.worker AND w.expires_at > ?)""";

    /** A worker that still has a row ran out of time; one without a row was ended by whoever holds the store now. */
    private static final String UNKNOWN = """
            UPDATE operation SET state = 'unknown_outcome', epoch = epoch + 1, last_write = ?, settled_at = ?,
                reason = CASE WHEN EXISTS (SELECT 1 FROM worker w WHERE w.id = operation.worker)
                              THEN 'lease_lost' ELSE 'crashed' END,
                worker = NULL, unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END""";

    private static final String MARK_ATTEMPTS = """
            UPDATE attempt SET category = 'ambiguous', verdict = 'ambiguous(crashed)', charged = 1
            WHERE category IS NULL AND op IN (
                SELECT op FROM operation WHERE state = 'dispatching' AND\s""" + HOLDER_ENDED + ")";

    private static final String DISPATCHING = UNKNOWN + """
            , sent = sent + 1, ambiguous = ambiguous + 1, charged = charged + 1, not_reopenable = not_reopenable + 1
            WHERE state = 'dispatching' AND\s""" + HOLDER_ENDED;

    private static final String AMBIGUOUS_BEFORE =
            UNKNOWN + " WHERE state IN ('claimed', 'retry_scheduled') AND ambiguous > 0 AND " + HOLDER_ENDED;

    private static final String ABANDON = """
            UPDATE operation SET state = 'dead_letter', reason = 'abandoned', epoch = epoch + 1, last_write = ?,
                settled_at = ?, worker = NULL, unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END
            WHERE mode = 'attached' AND state IN ('received', 'claimed', 'retry_scheduled') AND ambiguous = 0 AND\s""";

    private static final String HOLDERLESS_TOO_LATE = "settled_at IS NULL AND worker IS NULL AND deadline_at <= ?";

    private static final String FREED = """
            INSERT INTO ready (op, due_at, worker)
            SELECT op, coalesce(retry_available_at, ?), NULL FROM operation
            WHERE mode = 'background' AND state = 'claimed' AND ambiguous = 0 AND\s""" + HOLDER_ENDED + " ON CONFLICT (op) DO UPDATE SET worker = NULL";

    private static final String RECEIVE_AGAIN = """
            UPDATE operation SET state = 'received', epoch = epoch + 1, last_write = ?, worker = NULL
            WHERE mode = 'background' AND state = 'claimed' AND ambiguous = 0 AND\s""" + HOLDER_ENDED;

    private static final String FREE_QUEUED = """
            UPDATE ready SET worker = NULL WHERE op IN (
                SELECT op FROM operation WHERE state IN ('received', 'retry_scheduled') AND ambiguous = 0 AND\s""" + HOLDER_ENDED + ")";

    private static final String FREE_HELD = """
            UPDATE operation SET worker = NULL
            WHERE mode = 'background' AND state IN ('received', 'retry_scheduled') AND ambiguous = 0 AND\s""" + HOLDER_ENDED;

    private static final String LEAVE_QUEUE =
            "DELETE FROM ready WHERE op IN (SELECT op FROM operation WHERE settled_at = ? AND last_write = ?)";

    private static final String FORGET_WORKERS = "DELETE FROM worker WHERE expires_at <= ?";

    @Override
    public Map<OperationState, Long> apply(Transaction transaction) throws SQLException {
        long now = transaction.now();
        transaction.sql(MARK_ATTEMPTS).number(now).update();
        long unknown = move(transaction, DISPATCHING) + move(transaction, AMBIGUOUS_BEFORE);
        long abandoned = move(transaction, ABANDON + HOLDER_ENDED) + move(transaction, ABANDON + HOLDERLESS_TOO_LATE);
        transaction.sql(FREED).number(now).number(now).update();
        long received =
                transaction.sql(RECEIVE_AGAIN).number(write.value()).number(now).update();
        transaction.sql(FREE_QUEUED).number(now).update();
        transaction.sql(FREE_HELD).number(now).update();
        transaction.sql(LEAVE_QUEUE).number(now).number(write.value()).update();
        transaction.sql(FORGET_WORKERS).number(now).update();
        return moved(unknown, abandoned, received);
    }

    private long move(Transaction transaction, String update) throws SQLException {
        return transaction
                .sql(update)
                .number(write.value())
                .number(transaction.now())
                .number(transaction.now())
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
