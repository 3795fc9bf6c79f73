package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.Decide;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.time.Duration;

/** Gives a generation back to the engine: a dead letter that may be tried again, or an unknown that was never sent. */
final class Reopening {

    private static final String REOPEN = """
            UPDATE operation SET state = 'received', reason = NULL, epoch = epoch + 1, last_write = ?, worker = ?,
                deadline_at = ?, settled_at = NULL, cancel_requested_at = NULL, flags = '', unexported = 0
            WHERE op = ? AND state = ? AND epoch = ?""" + Transitions.RETURNING;

    private static final String VOUCH = "UPDATE attempt SET vouched = 1 WHERE op = ? AND category = 'ambiguous'";

    private Reopening() {}

    static WriteResult reopen(Transaction transaction, OperationRow row, Decide decide, Decision.Kind.Reopen reopen)
            throws SQLException {
        if (row.record().state() != OperationState.DEAD_LETTER) {
            return new WriteResult.Refused(Why.NOT_POSSIBLE, row.record());
        }
        if (!isReopenable(row.record())) {
            return new WriteResult.Refused(Why.NOT_REOPENABLE, row.record());
        }
        return receive(transaction, row, decide, reopen.remaining());
    }

    static WriteResult notSent(Transaction transaction, OperationRow row, Decide decide, Decision.Kind.NotSent notSent)
            throws SQLException {
        if (row.record().state() != OperationState.UNKNOWN_OUTCOME) {
            return new WriteResult.Refused(Why.NOT_POSSIBLE, row.record());
        }
        WriteResult received = receive(transaction, row, decide, notSent.remaining());
        if (!(received instanceof WriteResult.Committed)) {
            return received;
        }
        transaction.sql(VOUCH).number(row.op()).update();
        return new WriteResult.Committed(Totals.refresh(transaction, row.op()).record());
    }

    /** The list of design 4, "Reopening"; what its attempts were is kept as a count. */
    private static boolean isReopenable(OperationRecord record) {
        EndReason reason = record.reason();
        return reason != null
                && record.attempts().notReopenable() == 0
                && dev.penstock.policy.retry.Reopening.isReopenable(reason);
    }

    private static WriteResult receive(Transaction transaction, OperationRow row, Decide decide, Duration remaining)
            throws SQLException {
        if (Bodies.find(transaction.session(), row.op(), StoredBody.Kind.REQUEST, /* evidence= */ false) == null) {
            return new WriteResult.Refused(Why.EXPIRED, row.record());
        }
        if (!Generations.isNewest(transaction.session(), row.record().ref())) {
            return new WriteResult.Refused(Why.NOT_POSSIBLE, row.record());
        }
        WorkerId holder = decide.holder();
        String worker = holder == null ? null : holder.value();
        SqlStatement update = transaction
                .sql(REOPEN)
                .number(decide.writeId().value())
                .text(worker)
                .number(transaction.now() + Spans.millis(remaining))
                .number(row.op())
                .text(EnumColumn.STATE.text(row.record().state()))
                .number(row.record().epoch());
        OperationRow received = Generations.require(update.first(OperationRow.in(transaction)));
        long due = Math.max(
                transaction.now(), received.record().times().retryAvailableAt().orElse(0));
        Ready.put(transaction, received, due, worker);
        return new WriteResult.Committed(received.record());
    }
}
