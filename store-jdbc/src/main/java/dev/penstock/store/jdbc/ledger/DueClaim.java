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

    /** What another process is just claiming is passed over. */
    private static final String DUE = """
            SELECT ready.op FROM ready JOIN operation ON operation.op = ready.op
            WHERE ready.due_at <= ? AND (ready.worker IS NULL OR ready.worker = ?)
            ORDER BY ready.due_at, ready.op LIMIT ? FOR UPDATE OF operation SKIP LOCKED""";

    /** Asked again now that the operation is held: it may have been claimed and put back for later in between. */
    private static final String LEAVE_QUEUE =
            "DELETE FROM ready WHERE op = ? AND due_at <= ? AND (worker IS NULL OR worker = ?)";

    private static final String CLAIM = """
            UPDATE operation SET state = 'claimed', reason = NULL, epoch = epoch + 1, last_write = ?, worker = ?
            WHERE op = ? AND state IN ('received', 'retry_scheduled') AND (worker IS NULL OR worker = ?)""" + Transitions.RETURNING;

    private final WorkerId worker;
    private final WriteId write;
    private int limit;
    private List<Long> picked = List.of();
    private List<Long> left = List.of();

    DueClaim(WorkerId worker, int limit, WriteId write) {
        this.worker = worker;
        this.limit = limit;
        this.write = write;
    }

    /** Whether it may have claimed something that nobody was told of. */
    boolean isOpen() {
        return !picked.isEmpty();
    }

    boolean isOf(WorkerId other) {
        return worker.equals(other);
    }

    /** The same claim, asked for another number. */
    DueClaim again(int most) {
        limit = most;
        return this;
    }

    /** What it found was told; it stays open for what was more than was asked for. */
    void told() {
        picked = left;
    }

    @Override
    public List<OperationRecord> apply(Transaction transaction) throws SQLException {
        left = List.of();
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
            OperationRow row = leaveQueue(transaction, op) ? claim(transaction, op) : null;
            if (row != null) {
                claimed.add(row.record());
            }
        }
        return claimed;
    }

    private List<OperationRecord> claimedBefore(Transaction transaction) throws SQLException {
        List<OperationRecord> claimed = new ArrayList<>();
        for (int i = 0; i < picked.size(); i++) {
            if (claimed.size() == limit) {
                left = picked.subList(i, picked.size());
                break;
            }
            OperationRow row = Generations.lock(transaction, picked.get(i));
            if (row != null && row.last().equals(write)) {
                claimed.add(row.record());
            }
        }
        return claimed;
    }

    private boolean leaveQueue(Transaction transaction, long op) throws SQLException {
        return transaction
                        .sql(LEAVE_QUEUE)
                        .number(op)
                        .number(transaction.now())
                        .text(worker.value())
                        .update()
                > 0;
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
