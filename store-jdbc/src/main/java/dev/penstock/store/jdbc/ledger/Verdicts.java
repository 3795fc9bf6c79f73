package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationWrite.Decide;
import dev.penstock.store.StateMachine;
import dev.penstock.store.StateMachine.Authority;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A person says how a generation ended. */
final class Verdicts {

    private static final String SETTLE = """
            UPDATE operation SET state = ?, reason = ?, last_write = ?, worker = NULL, settled_at = ?,
                unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END
            WHERE op = ? AND state = ? AND epoch = ?""" + Transitions.RETURNING;

    private Verdicts() {}

    static WriteResult succeeded(
            Transaction transaction, OperationRow row, Decide decide, Decision.Kind.Succeeded succeeded)
            throws SQLException {
        if (!isPossible(row, OperationState.SUCCEEDED)) {
            return new WriteResult.Refused(Why.NOT_POSSIBLE, row.record());
        }
        StoredBody given = succeeded.result();
        boolean kept =
                Bodies.find(transaction.session(), row.op(), StoredBody.Kind.RESULT, /* evidence= */ false) != null;
        StoredBody result = given != null || kept ? given : lateAnswer(transaction, row);
        if (result == null && !kept) {
            return new WriteResult.Refused(Why.NO_RESULT, row.record());
        }
        if (result != null) {
            StoredBody answer = new StoredBody(StoredBody.Kind.RESULT, result.contentType(), result.bytes());
            Bodies.insertAll(transaction, row.op(), List.of(answer), /* evidence= */ false);
        }
        return settle(transaction, row, decide, OperationState.SUCCEEDED);
    }

    static WriteResult failed(Transaction transaction, OperationRow row, Decide decide) throws SQLException {
        return isPossible(row, OperationState.FAILED_PERMANENT)
                ? settle(transaction, row, decide, OperationState.FAILED_PERMANENT)
                : new WriteResult.Refused(Why.NOT_POSSIBLE, row.record());
    }

    private static boolean isPossible(OperationRow row, OperationState to) {
        return StateMachine.allows(row.record().state(), to, Authority.DECISION);
    }

    private static @Nullable StoredBody lateAnswer(Transaction transaction, OperationRow row) throws SQLException {
        return Bodies.find(transaction.session(), row.op(), StoredBody.Kind.RESULT, /* evidence= */ true);
    }

    private static WriteResult settle(Transaction transaction, OperationRow row, Decide decide, OperationState to)
            throws SQLException {
        SqlStatement update = transaction
                .sql(SETTLE)
                .text(EnumColumn.STATE.text(to))
                .text(EnumColumn.REASON.text(EndReason.DECISION))
                .number(decide.writeId().value())
                .number(transaction.now())
                .number(row.op())
                .text(EnumColumn.STATE.text(row.record().state()))
                .number(row.record().epoch());
        return new WriteResult.Committed(
                Generations.require(update.first(OperationRow.in(transaction))).record());
    }
}
