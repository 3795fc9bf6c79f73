package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationDraft.OperationSettings;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationRecord.AttemptCounts;
import dev.penstock.store.OperationRecord.Lease;
import dev.penstock.store.OperationRecord.Times;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code operation}: the record that others see, and what only the store needs.
 *
 * @param op the row's number
 * @param created the write that made it
 * @param last the last write that moved it
 * @param record what others see
 */
record OperationRow(long op, WriteId created, WriteId last, OperationRecord record) {

    /** What {@link #read} reads, for a select from {@code operation} or a returning clause on it. */
    static final String COLUMNS = """
            operation.op, operation.created_write, operation.last_write,
            operation.tenant, operation.operation_id, operation.generation, operation.op_key, operation.batch,
            operation.fingerprint_version, operation.fingerprint_key, operation.fingerprint,
            operation.payload_version, operation.mode, operation.replay, operation.max_attempts, operation.route,
            operation.state, operation.reason, operation.epoch,
            operation.started, operation.charged, operation.sent, operation.ambiguous, operation.not_reopenable,
            operation.received_at, operation.deadline_at, operation.dispatch_started_at,
            operation.response_completed_at, operation.settled_at, operation.cancel_requested_at,
            operation.retry_available_at, operation.attempt_ends_by,
            operation.flags, operation.last_error,
            operation.prompt_tokens, operation.completion_tokens, operation.cache_hit_tokens,
            operation.reasoning_tokens, operation.cost, operation.currency, operation.worker,
            (SELECT w.expires_at FROM worker w WHERE w.id = operation.worker)""";

    /** Reads rows inside a transaction. */
    static SqlStatement.RowReader<OperationRow> in(Transaction transaction) {
        return reader(transaction.now());
    }

    /** Reads rows as they stand now. */
    static SqlStatement.RowReader<OperationRow> reader(long now) {
        return row -> read(row, now);
    }

    private static OperationRow read(SqlRow row, long now) throws SQLException {
        long op = row.number();
        WriteId created = new WriteId(row.number());
        WriteId last = new WriteId(row.number());
        GenerationRef ref = new GenerationRef(new Tenant(row.text()), new OperationId(row.text()), row.smallNumber());
        OperationRecord record = new OperationRecord(
                ref,
                new IdempotencyKey(row.text()),
                row.optionalText(),
                fingerprint(row),
                settings(row),
                EnumColumn.STATE.read(row.text()),
                reason(row),
                row.number(),
                counts(row),
                times(row, now),
                flags(row.text()),
                row.optionalText(),
                UsageColumns.read(row),
                lease(row));
        return new OperationRow(op, created, last, record);
    }

    private static StoredFingerprint fingerprint(SqlRow row) throws SQLException {
        return new StoredFingerprint(
                row.smallNumber(), row.smallNumber(), HexFormat.of().formatHex(row.bytes()), row.text());
    }

    private static OperationSettings settings(SqlRow row) throws SQLException {
        return new OperationSettings(
                EnumColumn.MODE.read(row.text()), EnumColumn.REPLAY.read(row.text()), row.smallNumber(), row.text());
    }

    private static @Nullable EndReason reason(SqlRow row) throws SQLException {
        String reason = row.optionalText();
        return reason == null ? null : EnumColumn.REASON.read(reason);
    }

    private static AttemptCounts counts(SqlRow row) throws SQLException {
        return new AttemptCounts(
                row.smallNumber(), row.smallNumber(), row.smallNumber(), row.smallNumber(), row.smallNumber());
    }

    private static Times times(SqlRow row, long now) throws SQLException {
        return new Times(
                now,
                row.number(),
                row.number(),
                row.optionalNumber(),
                row.optionalNumber(),
                row.optionalNumber(),
                row.optionalNumber(),
                row.optionalNumber(),
                row.optionalNumber());
    }

    private static List<String> flags(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }

    private static @Nullable Lease lease(SqlRow row) throws SQLException {
        String worker = row.optionalText();
        OptionalLong expires = row.optionalNumber();
        return worker == null ? null : new Lease(new WorkerId(worker), expires.orElse(0));
    }
}
