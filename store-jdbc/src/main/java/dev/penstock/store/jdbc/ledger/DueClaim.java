package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationRecord;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims background work that is due. It remembers what it picked, so that doing it again after a lost acknowledgement
 * finds those claims instead of making others.
 */
final class DueClaim implements Work<List<OperationRecord>> {

    private static final String DUE = """
            SELECT op FROM ready WHERE due_at <= ? AND (worker IS NULL OR worker = ?)
            ORDER BY due_at, op LIMIT ?""";

    private static final String CLAIM = """
            UPDATE operation SET state = 'claimed', reason = NULL, epoch = epoch + 1, last_write = ?, worker = ?
            WHERE op = ? AND state IN ('received', 'retry_scheduled') AND (worker IS NULL OR worker = ?)""" + Transitions.RETURNING;

    private final WorkerId worker;
    private final int limit;
    private final WriteId write;
    private List<Long> picked = List.of();

    DueClaim(WorkerId worker, int limit, WriteId write) {
        this.worker = worker;
        this.limit = limit;
        this.write = write;
    }

    @Override
    public List<OperationRecord> apply(Transaction transaction) throws SQLException {
        List<OperationRecord> before = claimedBefore(transaction);
        if (!before.isEmpty()) {
            return before;
        }
        if (transaction.noDispatch() != null) {
            return List.of();
        }
        picked = transaction
                .sql(DUE)
                .number(transaction.now())
                .text(worker.value())
                .number(limit)
                .all(SqlRow::number);
        List<OperationRecord> claimed = new ArrayList<>();
        for (long op : picked) {
            OperationRow row = claim(transaction, op);
            if (row != null) {
                Ready.remove(transaction, row);
                claimed.add(row.record());
            }
        }
        return claimed;
    }

    private List<OperationRecord> claimedBefore(Transaction transaction) throws SQLException {
        List<OperationRecord> claimed = new ArrayList<>();
        for (long op : picked) {
            OperationRow row = Generations.byNumber(transaction.session(), op, transaction.now());
            if (row != null && row.last().equals(write)) {
                claimed.add(row.record());
            }
        }
        return claimed;
    }

    private @Nullable OperationRow claim(Transaction transaction, long op) throws SQLException {
        return transaction
                .sql(CLAIM)
                .number(write.value())
                .text(worker.value())
                .number(op)
                .text(worker.value())
                .first(OperationRow.in(transaction));
    }
}
