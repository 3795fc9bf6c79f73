package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationWrite.RequestCancel;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;

/**
 * Requests for cancellation. Where nobody holds the generation the request cancels it; else it is a wish that the next
 * intent reads in the very transaction that would commit it (R-CANCEL-1).
 */
final class Cancellation {

    private static final String CANCEL = """
            UPDATE operation SET state = ?, reason = ?, last_write = ?, worker = NULL, settled_at = ?,
                cancel_requested_at = coalesce(cancel_requested_at, ?),
                unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END
            WHERE op = ? AND state = ? AND epoch = ?""" + Transitions.RETURNING;

    private static final String WISH =
            "UPDATE operation SET cancel_requested_at = coalesce(cancel_requested_at, ?) WHERE op = ?"
                    + Transitions.RETURNING;

    private Cancellation() {}

    static WriteResult request(Transaction transaction, RequestCancel request) throws SQLException {
        OperationRow row = Generations.lock(transaction, request.ref());
        if (row == null) {
            return new WriteResult.Fenced(null);
        }
        if (Decisions.isKept(transaction, row, request.writeId())) {
            return new WriteResult.Committed(row.record());
        }
        return switch (row.record().state()) {
            case RECEIVED, RETRY_SCHEDULED -> noted(transaction, request, cancel(transaction, row, request));
            case CLAIMED, DISPATCHING -> noted(transaction, request, wish(transaction, row));
            case UNKNOWN_OUTCOME, SUCCEEDED, FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH, DEAD_LETTER ->
                new WriteResult.Refused(Why.NOT_POSSIBLE, row.record());
        };
    }

    private static OperationRow cancel(Transaction transaction, OperationRow row, RequestCancel request)
            throws SQLException {
        OperationState to = row.record().attempts().ambiguous() > 0
                ? OperationState.UNKNOWN_OUTCOME
                : OperationState.CANCELLED_BEFORE_DISPATCH;
        SqlStatement update = transaction
                .sql(CANCEL)
                .text(EnumColumn.STATE.text(to))
                .text(EnumColumn.REASON.text(EndReason.CANCELLED))
                .number(request.writeId().value())
                .number(transaction.now())
                .number(transaction.now())
                .number(row.op())
                .text(EnumColumn.STATE.text(row.record().state()))
                .number(row.record().epoch());
        Ready.remove(transaction, row);
        return Generations.require(update.first(OperationRow.in(transaction)));
    }

    private static OperationRow wish(Transaction transaction, OperationRow row) throws SQLException {
        SqlStatement update = transaction.sql(WISH).number(transaction.now()).number(row.op());
        return Generations.require(update.first(OperationRow.in(transaction)));
    }

    private static WriteResult noted(Transaction transaction, RequestCancel request, OperationRow row)
            throws SQLException {
        Decisions.Note note = new Decisions.Note(Decisions.CANCEL, request.author(), request.why());
        Decisions.keep(transaction, row, request.writeId(), note);
        return new WriteResult.Committed(row.record());
    }
}
