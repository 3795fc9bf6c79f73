package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationWrite.Accept;
import dev.penstock.store.OperationWrite.Reserve;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.FingerprintMatch;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes operations in. The key's uniqueness and the comparison of fingerprints are decided in the same transaction that
 * would insert, so that whoever loses has done nothing (B080).
 */
final class Intake {

    private static final String INSERT = """
            INSERT INTO operation (
                tenant, op_key, operation_id, generation, batch,
                fingerprint_version, fingerprint_key, fingerprint, payload_version,
                mode, replay, max_attempts, route,
                state, epoch, created_write, last_write, worker, received_at, deadline_at,
                dispatch_started_at, attempt_ends_by, started)
            SELECT ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
            WHERE NOT EXISTS (SELECT 1 FROM operation WHERE tenant = ? AND op_key = ?)
            ON CONFLICT (tenant, op_key, generation) DO NOTHING
            RETURNING\s""" + OperationRow.COLUMNS;

    private Intake() {}

    /** Accepts an operation whose caller asked at a moment on the store's clock. */
    static WriteResult accept(Transaction transaction, Accept accept, long askedAt) throws SQLException {
        OperationDraft draft = accept.draft();
        if (transaction.noIntake() != null) {
            return refuse(transaction, draft, accept.writeId(), transaction.noIntake());
        }
        Entered entered =
                enter(transaction, new Entry(draft, accept.writeId(), accept.holder(), deadline(draft, askedAt), null));
        OperationRow row = entered.row();
        if (!entered.isNew()) {
            return existing(row, draft, accept.writeId());
        }
        Bodies.insertRequest(transaction, row.op(), draft.body());
        WorkerId holder = accept.holder();
        Ready.put(transaction, row, transaction.now(), holder == null ? null : holder.value());
        return new WriteResult.Committed(row.record());
    }

    /** Accepts an operation and commits its first intent. */
    static WriteResult reserve(Transaction transaction, Reserve reserve, long askedAt) throws SQLException {
        OperationDraft draft = reserve.draft();
        AttemptIntent intent = reserve.intent();
        long deadline = deadline(draft, askedAt);
        Why refusal = refusal(transaction, reserve, askedAt);
        if (refusal != null) {
            return refuse(transaction, draft, reserve.writeId(), refusal);
        }
        Entered entered = enter(transaction, new Entry(draft, reserve.writeId(), reserve.worker(), deadline, intent));
        OperationRow row = entered.row();
        if (!entered.isNew()) {
            return existing(row, draft, reserve.writeId());
        }
        Attempts.begin(transaction, row, intent, reserve.writeId());
        Bodies.insertRequest(transaction, row.op(), draft.body());
        return new WriteResult.Committed(row.record());
    }

    /** Why no intent is committed with a reservation, null if one is. */
    static @Nullable Why refusal(Transaction transaction, Reserve reserve, long askedAt) {
        if (transaction.noDispatch() != null) {
            return transaction.noDispatch();
        }
        long left = deadline(reserve.draft(), askedAt) - transaction.now();
        return left < Spans.millis(reserve.intent().mustRemain()) ? Why.TOO_LATE : null;
    }

    /** How a request compares with the one that a record was made for. */
    static FingerprintMatch compare(StoredFingerprint recorded, StoredFingerprint asked) {
        if (recorded.version() != asked.version() || recorded.keyVersion() != asked.keyVersion()) {
            return FingerprintMatch.UNVERIFIABLE;
        }
        return recorded.equals(asked) ? FingerprintMatch.SAME : FingerprintMatch.DIFFERENT;
    }

    static long deadline(OperationDraft draft, long askedAt) {
        return askedAt + Spans.millis(draft.remaining());
    }

    /** Refuses what is new; a repeat of what is there gets it all the same. */
    private static WriteResult refuse(Transaction transaction, OperationDraft draft, WriteId write, Why why)
            throws SQLException {
        OperationRow row = Generations.newest(transaction.session(), draft.tenant(), draft.key(), transaction.now());
        return row == null ? new WriteResult.Refused(why, null) : existing(row, draft, write);
    }

    private static WriteResult existing(OperationRow row, OperationDraft draft, WriteId write) {
        return row.created().equals(write)
                ? new WriteResult.Committed(row.record())
                : new WriteResult.Exists(row.record(), compare(row.record().fingerprint(), draft.fingerprint()));
    }

    /** What is to be inserted; with an intent as dispatching in epoch 1, else as received in epoch 0. */
    private record Entry(
            OperationDraft draft,
            WriteId write,
            @Nullable WorkerId worker,
            long deadline,
            @Nullable AttemptIntent intent) {}

    /** The generation under a key: the one that was asked for, or whatever had the key before. */
    private record Entered(OperationRow row, boolean isNew) {}

    /** What has the key may be pruned between the two looks: then it is free again. */
    private static Entered enter(Transaction transaction, Entry entry) throws SQLException {
        OperationDraft draft = entry.draft();
        while (true) {
            OperationRow made = insert(transaction, entry);
            if (made != null) {
                return new Entered(made, /* isNew= */ true);
            }
            OperationRow found =
                    Generations.newest(transaction.session(), draft.tenant(), draft.key(), transaction.now());
            if (found != null) {
                return new Entered(found, /* isNew= */ false);
            }
        }
    }

    private static @Nullable OperationRow insert(Transaction transaction, Entry entry) throws SQLException {
        OperationDraft draft = entry.draft();
        StoredFingerprint fingerprint = draft.fingerprint();
        OperationDraft.OperationSettings settings = draft.settings();
        SqlStatement insert = transaction
                .sql(INSERT)
                .text(draft.tenant().id())
                .text(draft.key().value())
                .text(draft.id().value())
                .text(draft.batch())
                .number(fingerprint.version())
                .number(fingerprint.keyVersion())
                .bytes(HexFormat.of().parseHex(fingerprint.digest()))
                .text(fingerprint.payloadVersion())
                .text(EnumColumn.MODE.text(settings.mode()))
                .text(EnumColumn.REPLAY.text(settings.replay()))
                .number(settings.maxAttempts())
                .text(settings.route());
        bindStart(insert, transaction.now(), entry);
        return insert.text(draft.tenant().id()).text(draft.key().value()).first(OperationRow.in(transaction));
    }

    private static void bindStart(SqlStatement insert, long now, Entry entry) throws SQLException {
        AttemptIntent intent = entry.intent();
        WorkerId worker = entry.worker();
        insert.text(EnumColumn.STATE.text(intent == null ? OperationState.RECEIVED : OperationState.DISPATCHING))
                .number(intent == null ? 0 : 1)
                .number(entry.write().value())
                .number(entry.write().value())
                .text(worker == null ? null : worker.value())
                .number(now)
                .number(entry.deadline())
                .number(intent == null ? OptionalLong.empty() : OptionalLong.of(now))
                .number(intent == null ? OptionalLong.empty() : OptionalLong.of(now + Spans.millis(intent.hardLimit())))
                .number(intent == null ? 0 : 1);
    }
}
