package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.AttemptIntent;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationWrite.Reserve;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reservations with their first intent, many in one statement. A key that is taken, by another of them too, gives no row:
 * its reservation is then made by itself and finds what took it.
 */
final class BulkReserve {

    /** A reservation and the deadline that it has. */
    record Asked(Reserve reserve, long deadline) {}

    private static final ManyRows<Asked> ROWS = new ManyRows<Asked>("asked")
            .text("tenant", ofDraft(draft -> draft.tenant().id()))
            .text("op_key", ofDraft(draft -> draft.key().value()))
            .text("operation_id", ofDraft(draft -> draft.id().value()))
            .text("batch", ofDraft(OperationDraft::batch))
            .number("fingerprint_version", ofFingerprint(StoredFingerprint::version))
            .number("fingerprint_key", ofFingerprint(StoredFingerprint::keyVersion))
            .bytes("fingerprint", ofFingerprint(print -> HexFormat.of().parseHex(print.digest())))
            .text("payload_version", ofFingerprint(StoredFingerprint::payloadVersion))
            .text("mode", ofDraft(draft -> EnumColumn.MODE.text(draft.settings().mode())))
            .text(
                    "replay",
                    ofDraft(draft -> EnumColumn.REPLAY.text(draft.settings().replay())))
            .number("max_attempts", ofDraft(draft -> draft.settings().maxAttempts()))
            .text("op_route", ofDraft(draft -> draft.settings().route()))
            .bytes("body", ofDraft(draft -> draft.body().unsafeArray()))
            .number("deadline_at", Asked::deadline)
            .number("write", asked -> asked.reserve().writeId().value())
            .text("worker", asked -> asked.reserve().worker().value())
            .text("kind", ofIntent(intent -> EnumColumn.INTENT_KIND.text(intent.kind())))
            .text("route", ofIntent(AttemptIntent::route))
            .text("model", ofIntent(AttemptIntent::model))
            .text("edits", ofIntent(AttemptIntent::edits))
            .number("streamed", ofIntent(AttemptIntent::streamed))
            .number("hard_limit", ofIntent(intent -> Spans.millis(intent.hardLimit())))
            .number("must_remain", ofIntent(intent -> Spans.millis(intent.mustRemain())))
            .number("waited", ofIntent(intent -> waited(intent.waited())));

    private static final String RESERVE =
            "WITH asked AS (SELECT * FROM " + ROWS.sql() + """
            ), moment AS (SELECT ?::bigint AS now),
            made AS (
                INSERT INTO operation (
                    tenant, op_key, operation_id, generation, batch,
                    fingerprint_version, fingerprint_key, fingerprint, payload_version,
                    mode, replay, max_attempts, route,
                    state, epoch, created_write, last_write, worker, received_at, deadline_at,
                    dispatch_started_at, attempt_ends_by, started)
                SELECT tenant, op_key, operation_id, 1, batch,
                    fingerprint_version, fingerprint_key, fingerprint, payload_version,
                    mode, replay, max_attempts, op_route,
                    'dispatching', 1, write, write, worker, now, deadline_at, now, now + hard_limit, 1
                FROM asked, moment
                WHERE NOT EXISTS (
                    SELECT 1 FROM operation taken WHERE taken.tenant = asked.tenant AND taken.op_key = asked.op_key)
                ORDER BY tenant, op_key
                ON CONFLICT (tenant, op_key, generation) DO NOTHING
                RETURNING\s""" + OperationRow.COLUMNS + """
            ), begun AS (
                INSERT INTO attempt (op, number, epoch, kind, route, model, edits, streamed, hard_limit, must_remain,
                    waited, started_at, intent_write)
                SELECT made.op, 1, 1, asked.kind, asked.route, asked.model, asked.edits, asked.streamed,
                    asked.hard_limit, asked.must_remain, asked.waited, now, asked.write
                FROM made JOIN asked ON asked.write = made.created_write, moment
            ), kept AS (
                INSERT INTO operation_body (op, kind, evidence, content_type, bytes)
                SELECT made.op, 'request', 0, 'application/json', asked.body
                FROM made JOIN asked ON asked.write = made.created_write
            )
            SELECT * FROM made""";

    private BulkReserve() {}

    /** The generations that were made; each is known by the write that made it. */
    static List<OperationRow> reserve(Transaction transaction, List<Asked> asked) throws SQLException {
        SqlStatement statement = transaction.sql(RESERVE);
        ROWS.bind(statement, asked);
        return statement.number(transaction.now()).all(OperationRow.in(transaction));
    }

    private static Function<Asked, @Nullable Object> ofDraft(Function<OperationDraft, @Nullable Object> value) {
        return asked -> value.apply(asked.reserve().draft());
    }

    private static Function<Asked, @Nullable Object> ofFingerprint(
            Function<StoredFingerprint, @Nullable Object> value) {
        return ofDraft(draft -> value.apply(draft.fingerprint()));
    }

    private static Function<Asked, @Nullable Object> ofIntent(Function<AttemptIntent, @Nullable Object> value) {
        return asked -> value.apply(asked.reserve().intent());
    }

    private static @Nullable Long waited(@Nullable Duration span) {
        return span == null ? null : Spans.millis(span);
    }
}
