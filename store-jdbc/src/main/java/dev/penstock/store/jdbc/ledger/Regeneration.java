package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Bytes;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.Decide;
import dev.penstock.store.StoredBody;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Makes a new generation beside the old one, which stays as it is; not while the old attempt may still run (R-OP-10). */
final class Regeneration {

    private static final String INSERT = """
            INSERT INTO operation (
                tenant, op_key, operation_id, generation, batch, mode, replay, max_attempts, route,
                fingerprint_version, fingerprint_key, fingerprint, payload_version,
                state, epoch, created_write, last_write, worker, received_at, deadline_at)
            SELECT tenant, op_key, operation_id, generation + 1, batch, mode, replay, max_attempts, route,
                ?, ?, ?, ?, 'received', 0, ?, ?, ?, ?, ?
            FROM operation WHERE op = ?""" + Transitions.RETURNING;

    private static final String SUPERSEDE = "UPDATE operation SET unexported = 0 WHERE op = ?";

    private static final String MADE_BY = "SELECT " + OperationRow.COLUMNS
            + " FROM operation WHERE tenant = ? AND operation_id = ? AND generation > ? AND created_write = ?";

    private record Request(StoredFingerprint fingerprint, Bytes body, Duration remaining) {}

    private Regeneration() {}

    static WriteResult rerun(Transaction transaction, OperationRow row, Decide decide, Decision.Kind.Rerun rerun)
            throws SQLException {
        StoredBody request =
                Bodies.find(transaction.session(), row.op(), StoredBody.Kind.REQUEST, /* evidence= */ false);
        Why refusal = refusal(transaction, row, rerun.acceptDuplicates());
        if (refusal == null && request == null) {
            refusal = Why.EXPIRED;
        }
        if (refusal != null || request == null) {
            return new WriteResult.Refused(refusal == null ? Why.EXPIRED : refusal, row.record());
        }
        return insert(
                transaction, row, decide, new Request(row.record().fingerprint(), request.bytes(), rerun.remaining()));
    }

    static WriteResult regenerate(
            Transaction transaction, OperationRow row, Decide decide, Decision.Kind.Regenerate regenerate)
            throws SQLException {
        Why refusal = refusal(transaction, row, regenerate.acceptDuplicates());
        return refusal != null
                ? new WriteResult.Refused(refusal, row.record())
                : insert(
                        transaction,
                        row,
                        decide,
                        new Request(regenerate.fingerprint(), regenerate.body(), regenerate.remaining()));
    }

    /** The generation that a decision made before its acknowledgement was lost, null if it made none. */
    static @Nullable OperationRow madeBy(Transaction transaction, OperationRow row, WriteId write) throws SQLException {
        return Generations.bind(transaction.sql(MADE_BY), row.record().ref())
                .number(write.value())
                .first(OperationRow.in(transaction));
    }

    private static @Nullable Why refusal(Transaction transaction, OperationRow row, boolean acceptDuplicates)
            throws SQLException {
        OperationRecord record = row.record();
        if (!record.state().isSettled() || !Generations.isNewest(transaction.session(), record.ref())) {
            return Why.NOT_POSSIBLE;
        }
        boolean isUnclear = record.state() == OperationState.UNKNOWN_OUTCOME
                || record.attempts().ambiguous() > 0;
        boolean mayRun = isUnclear && record.times().attemptEndsBy().orElse(0) > transaction.now();
        return mayRun && !acceptDuplicates ? Why.STILL_RUNNING : null;
    }

    private static WriteResult insert(Transaction transaction, OperationRow row, Decide decide, Request request)
            throws SQLException {
        StoredFingerprint fingerprint = request.fingerprint();
        WorkerId holder = decide.holder();
        String worker = holder == null ? null : holder.value();
        SqlStatement insert = transaction
                .sql(INSERT)
                .number(fingerprint.version())
                .number(fingerprint.keyVersion())
                .bytes(HexFormat.of().parseHex(fingerprint.digest()))
                .text(fingerprint.payloadVersion())
                .number(decide.writeId().value())
                .number(decide.writeId().value())
                .text(worker)
                .number(transaction.now())
                .number(transaction.now() + Spans.millis(request.remaining()))
                .number(row.op());
        OperationRow made = Generations.require(insert.first(OperationRow.in(transaction)));
        Bodies.insertRequest(transaction, made.op(), request.body());
        transaction.sql(SUPERSEDE).number(row.op()).update();
        Ready.put(transaction, made, transaction.now(), worker);
        return new WriteResult.Committed(made.record());
    }
}
