package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Next;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationWrite.LateEvidence;
import dev.penstock.store.StateMachine;
import dev.penstock.store.StateMachine.Authority;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reports about attempts whose generation was fenced or given up. Each becomes a row of evidence; it moves the
 * generation only out of unknown_outcome, only about its last attempt, and only if nobody has decided since.
 */
final class LateReports {

    private static final String NUMBER_OF_EPOCH = "SELECT number FROM attempt WHERE op = ? AND epoch = ?";

    private static final String EPOCH_OF_NUMBER = "SELECT epoch FROM attempt WHERE op = ? AND number = ?";

    private static final String IS_KEPT = "SELECT 1 FROM evidence WHERE op = ? AND write = ?";

    private static final String INSERT = "INSERT INTO evidence (op, write, number, at, applied, " + OutcomeColumns.NAMES
            + ") VALUES (?, ?, ?, ?, ?, " + OutcomeColumns.MARKS + ")";

    private static final String MOVE = """
            UPDATE operation SET state = ?, reason = ?, last_write = ?, response_completed_at = ?, settled_at = ?,
                retry_available_at = ?, flags = ?, last_error = coalesce(?, last_error),
                unexported = CASE WHEN ? = 0 OR batch IS NULL THEN 0 ELSE 1 END
            WHERE op = ? AND state = 'unknown_outcome' AND epoch = ?""";

    private static final String HISTORY =
            "SELECT number, at, applied, " + OutcomeColumns.NAMES + " FROM evidence WHERE op = ? ORDER BY evidence";

    /** One report about one attempt. */
    record Report(WriteId write, int number, AttemptOutcome outcome, Next next, List<StoredBody> bodies) {}

    private LateReports() {}

    static WriteResult keep(Transaction transaction, LateEvidence late) throws SQLException {
        OperationRow row = Generations.lock(transaction, late.ref());
        if (row == null) {
            return new WriteResult.Fenced(null);
        }
        Report report = new Report(late.writeId(), late.attempt(), late.outcome(), late.next(), late.bodies());
        return new WriteResult.Committed(keep(transaction, row, report).record());
    }

    /** Keeps a report and gives the row as it stands then. */
    static OperationRow keep(Transaction transaction, OperationRow row, Report report) throws SQLException {
        if (isKept(transaction, row, report)) {
            return row;
        }
        boolean applies = applies(transaction, row, report);
        SqlStatement insert = transaction
                .sql(INSERT)
                .number(row.op())
                .number(report.write().value())
                .number(report.number())
                .number(transaction.now())
                .flag(applies);
        OutcomeColumns.bind(insert, report.outcome()).update();
        Bodies.insertAll(transaction, row.op(), report.bodies(), /* evidence= */ !applies);
        return applies ? move(transaction, row, report) : row;
    }

    /** The attempt that was begun under an epoch; each epoch has one at most. */
    static @Nullable Integer numberOfEpoch(Transaction transaction, long op, long epoch) throws SQLException {
        return transaction.sql(NUMBER_OF_EPOCH).number(op).number(epoch).first(SqlRow::smallNumber);
    }

    static List<OperationHistory.Evidence> history(SqlSession session, long op) throws SQLException {
        return session.sql(HISTORY).number(op).all(row -> {
            int number = row.smallNumber();
            long at = row.number();
            boolean applied = row.flag();
            return new OperationHistory.Evidence(number, OutcomeColumns.read(row), at, applied);
        });
    }

    private static boolean isKept(Transaction transaction, OperationRow row, Report report) throws SQLException {
        return transaction
                .sql(IS_KEPT)
                .number(row.op())
                .number(report.write().value())
                .any();
    }

    private static boolean applies(Transaction transaction, OperationRow row, Report report) throws SQLException {
        OperationState state = row.record().state();
        if (state != OperationState.UNKNOWN_OUTCOME
                || report.number() != row.record().attempts().started()
                || !StateMachine.allows(state, report.next().nextState(), Authority.LATE_EVIDENCE)) {
            return false;
        }
        Long epoch = transaction
                .sql(EPOCH_OF_NUMBER)
                .number(row.op())
                .number(report.number())
                .first(SqlRow::number);
        return epoch != null
                && !Decisions.existSince(transaction, row.op(), epoch)
                && !(report.next() instanceof Next.Retry && isAmbiguous(row, report));
    }

    /** A retry after an ambiguous attempt, this one or one before, is that process's alone that saw it; it has let go. */
    private static boolean isAmbiguous(OperationRow row, Report report) {
        return row.record().attempts().ambiguous() > 1 || report.outcome().category() == AttemptCategory.AMBIGUOUS;
    }

    private static OperationRow move(Transaction transaction, OperationRow row, Report report) throws SQLException {
        Next next = report.next();
        boolean retries = next instanceof Next.Retry;
        OptionalLong available = Settlement.availableAt(next, transaction.now());
        transaction
                .sql(MOVE)
                .text(EnumColumn.STATE.text(next.nextState()))
                .text(Settlement.reason(next))
                .number(report.write().value())
                .number(transaction.now())
                .number(retries ? OptionalLong.empty() : OptionalLong.of(transaction.now()))
                .number(available)
                .text(Settlement.flags(next))
                .text(Settlement.lastError(next, report.outcome()))
                .flag(!retries)
                .number(row.op())
                .number(row.record().epoch())
                .update();
        Attempts.end(transaction, row.op(), report.number(), report.outcome(), report.write());
        OperationRow moved = Totals.refresh(transaction, row.op());
        if (retries) {
            Ready.put(transaction, moved, available.orElse(transaction.now()), null);
        }
        return moved;
    }
}
