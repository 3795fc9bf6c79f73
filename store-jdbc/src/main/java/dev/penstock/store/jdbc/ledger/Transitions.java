package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.OperationWrite.Claim;
import dev.penstock.store.OperationWrite.End;
import dev.penstock.store.OperationWrite.Intend;
import dev.penstock.store.OperationWrite.Release;
import dev.penstock.store.Version;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The moves of a generation up to its intent, each one conditional statement on (generation, state, epoch). */
final class Transitions {

    static final String EXPECTED =
            " WHERE tenant = ? AND operation_id = ? AND generation = ? AND state = ? AND epoch = ?";

    static final String RETURNING = " RETURNING " + OperationRow.COLUMNS;

    /** A worker's own: an attached caller waits in its process, or it alone saw an ambiguous attempt. */
    private static final String MAY_HOLD = " AND (worker IS NULL OR worker = ?)";

    private static final String CLAIM =
            "UPDATE operation SET state = 'claimed', reason = NULL, epoch = epoch + 1, last_write = ?, worker = ?"
                    + EXPECTED + MAY_HOLD + " AND cancel_requested_at IS NULL" + RETURNING;

    private static final String INTEND =
            """
            UPDATE operation SET state = 'dispatching', reason = NULL, epoch = epoch + ?, last_write = ?, worker = ?,
                dispatch_started_at = ?, retry_available_at = NULL, started = started + 1,
                attempt_ends_by = CASE WHEN attempt_ends_by > ? THEN attempt_ends_by ELSE ? END""" + EXPECTED + MAY_HOLD + " AND cancel_requested_at IS NULL AND deadline_at >= ?" + RETURNING;

    private static final String END = """
            UPDATE operation SET state = ?, reason = ?, last_write = ?, worker = NULL, settled_at = ?,
                unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END""" + EXPECTED + " AND CASE WHEN ambiguous > 0 THEN 1 ELSE 0 END = ?" + RETURNING;

    private static final String RELEASE =
            "UPDATE operation SET state = 'received', reason = ?, last_write = ?, worker = NULL" + EXPECTED
                    + " AND ambiguous = 0" + RETURNING;

    private Transitions() {}

    static WriteResult claim(Transaction transaction, Claim claim) throws SQLException {
        Version expected = claim.expected();
        if (transaction.noDispatch() == Why.UNCONFIRMED_COPY) {
            return refuse(Reread.of(transaction, claim, expected), Why.UNCONFIRMED_COPY);
        }
        OperationRow row = update(transaction, claim);
        if (row == null) {
            Reread reread = Reread.of(transaction, claim, expected);
            WriteResult refused = explain(reread, claim.worker(), Long.MIN_VALUE);
            if (refused != null) {
                return refused;
            }
            row = Generations.require(update(transaction, claim));
        }
        Ready.remove(transaction, row);
        return new WriteResult.Committed(row.record());
    }

    static WriteResult intend(Transaction transaction, Intend intend) throws SQLException {
        Version expected = intend.expected();
        Why closed = transaction.noDispatch();
        if (closed != null) {
            return refuse(Reread.of(transaction, intend, expected), closed);
        }
        OperationRow row = update(transaction, intend);
        if (row == null) {
            Reread reread = Reread.of(transaction, intend, expected);
            WriteResult refused = explain(reread, intend.worker(), needed(transaction, intend));
            if (refused != null) {
                return refused;
            }
            row = Generations.require(update(transaction, intend));
        }
        Attempts.begin(transaction, row, intend.intent(), intend.writeId());
        if (takesOver(intend)) {
            Ready.remove(transaction, row);
        }
        return new WriteResult.Committed(row.record());
    }

    static WriteResult end(Transaction transaction, End end) throws SQLException {
        SqlStatement update = transaction
                .sql(END)
                .text(EnumColumn.STATE.text(end.state()))
                .text(EnumColumn.REASON.text(end.reason()))
                .number(end.writeId().value())
                .number(transaction.now());
        OperationRow row = expect(update, end.expected())
                .flag(end.state() == OperationState.UNKNOWN_OUTCOME)
                .first(OperationRow.in(transaction));
        if (row == null) {
            return fencedOrIllegal(transaction, end, end.expected());
        }
        Ready.remove(transaction, row);
        return new WriteResult.Committed(row.record());
    }

    static WriteResult release(Transaction transaction, Release release) throws SQLException {
        EndReason reason = release.reason();
        SqlStatement update = transaction
                .sql(RELEASE)
                .text(reason == null ? null : EnumColumn.REASON.text(reason))
                .number(release.writeId().value());
        OperationRow row = expect(update, release.expected()).first(OperationRow.in(transaction));
        if (row == null) {
            return fencedOrIllegal(transaction, release, release.expected());
        }
        long soonest = transaction.now() + Spans.millis(release.after());
        long due = Math.max(soonest, row.record().times().retryAvailableAt().orElse(soonest));
        Ready.put(transaction, row, due, null);
        if (reason == EndReason.STOPPED && !JdbcPauses.isAnything(transaction)) {
            // The rival is the end of the pause.
            Ready.hasten(transaction);
        }
        return new WriteResult.Committed(row.record());
    }

    private static @Nullable OperationRow update(Transaction transaction, Claim claim) throws SQLException {
        String worker = claim.worker().value();
        SqlStatement update =
                transaction.sql(CLAIM).number(claim.writeId().value()).text(worker);
        return expect(update, claim.expected()).text(worker).first(OperationRow.in(transaction));
    }

    private static @Nullable OperationRow update(Transaction transaction, Intend intend) throws SQLException {
        String worker = intend.worker().value();
        long endsBy = transaction.now() + Spans.millis(intend.intent().hardLimit());
        SqlStatement update = transaction
                .sql(INTEND)
                .number(takesOver(intend) ? 1 : 0)
                .number(intend.writeId().value())
                .text(worker)
                .number(transaction.now())
                .number(endsBy)
                .number(endsBy);
        return expect(update, intend.expected())
                .text(worker)
                .number(needed(transaction, intend))
                .first(OperationRow.in(transaction));
    }

    private static boolean takesOver(Intend intend) {
        return intend.expected().state() != OperationState.CLAIMED;
    }

    private static long needed(Transaction transaction, Intend intend) {
        return transaction.now() + Spans.millis(intend.intent().mustRemain());
    }

    static SqlStatement expect(SqlStatement statement, Version expected) throws SQLException {
        return Generations.bind(statement, expected.ref())
                .text(EnumColumn.STATE.text(expected.state()))
                .number(expected.epoch());
    }

    private static WriteResult refuse(Reread reread, Why why) {
        return switch (reread) {
            case Reread.Ours ours -> new WriteResult.Committed(ours.row().record());
            case Reread.Unmoved unmoved ->
                new WriteResult.Refused(why, unmoved.row().record());
            case Reread.Moved moved -> moved.fenced();
        };
    }

    /** Why a write changed nothing; null if nothing refuses it any more: what stood in its way went while it waited. */
    private static @Nullable WriteResult explain(Reread reread, WorkerId worker, long needed) {
        return switch (reread) {
            case Reread.Ours ours -> new WriteResult.Committed(ours.row().record());
            case Reread.Unmoved unmoved -> explain(unmoved.row().record(), worker, needed);
            case Reread.Moved moved -> moved.fenced();
        };
    }

    private static @Nullable WriteResult explain(OperationRecord record, WorkerId worker, long needed) {
        OperationRecord.Lease lease = record.lease();
        if (lease != null && !lease.worker().equals(worker)) {
            return new WriteResult.Fenced(record);
        }
        if (record.times().cancelRequestedAt().isPresent()) {
            return new WriteResult.Refused(Why.CANCEL_REQUESTED, record);
        }
        if (record.times().deadlineAt() < needed) {
            return new WriteResult.Refused(Why.TOO_LATE, record);
        }
        return null;
    }

    private static WriteResult fencedOrIllegal(Transaction transaction, OperationWrite write, Version expected)
            throws SQLException {
        return switch (Reread.of(transaction, write, expected)) {
            case Reread.Ours ours -> new WriteResult.Committed(ours.row().record());
            case Reread.Moved moved -> moved.fenced();
            case Reread.Unmoved unmoved ->
                throw new IllegalStateException(
                        "with " + unmoved.row().record().attempts().ambiguous()
                                + " ambiguous attempts that move is not possible: " + write);
        };
    }
}
