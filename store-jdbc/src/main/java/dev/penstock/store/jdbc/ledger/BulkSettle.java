package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.OperationWrite.Settle;
import dev.penstock.store.StoredBody;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes that end their generations, many in one statement. One whose generation is not where it was expected gives no
 * row: it is then written by itself and finds out why.
 */
final class BulkSettle {

    /** A body and the outcome that it belongs to. */
    private record Kept(long write, StoredBody body) {}

    private static final ManyRows<Settle> ROWS = new ManyRows<Settle>("asked")
            .text("tenant", settle -> settle.expected().ref().tenant().id())
            .text("operation_id", settle -> settle.expected().ref().operation().value())
            .number("generation", settle -> settle.expected().ref().generation())
            .number("epoch", settle -> settle.expected().epoch())
            .number("write", settle -> settle.writeId().value())
            .text("state", settle -> EnumColumn.STATE.text(settle.next().nextState()))
            .text("reason", settle -> Settlement.reason(settle.next()))
            .text("flags", settle -> Settlement.flags(settle.next()))
            .number("comes_back", settle -> Settlement.availableAt(settle.next(), 0))
            .text("last_error", settle -> Settlement.lastError(settle.next(), settle.outcome()))
            .text(
                    "delivered",
                    settle -> settle.delivered() == null ? null : EnumColumn.DELIVERY.text(settle.delivered()))
            .number("is_sent", ofOutcome(outcome -> outcome.category() != AttemptCategory.NOT_SENT))
            .number("is_ambiguous", ofOutcome(outcome -> outcome.category() == AttemptCategory.AMBIGUOUS))
            .number(
                    "is_not_reopenable",
                    ofOutcome(outcome -> !outcome.category().isReopenable()))
            .text("category", ofOutcome(outcome -> EnumColumn.CATEGORY.text(outcome.category())))
            .text("verdict", ofOutcome(AttemptOutcome::verdict))
            .number("class_row", ofOutcome(AttemptOutcome::row))
            .number("charged", ofOutcome(AttemptOutcome::charged))
            .text(
                    "stage",
                    ofOutcome(
                            outcome -> EnumColumn.STAGE.text(outcome.evidence().stage())))
            .number("request_bytes", ofOutcome(outcome -> outcome.evidence().requestBytes()))
            .number("response_bytes", ofOutcome(outcome -> outcome.evidence().responseBytes()))
            .number("connection_reused", ofOutcome(outcome -> outcome.evidence().connectionReused()))
            .number(
                    "connected_ns",
                    ofOutcome(outcome -> outcome.evidence().timings().connected()))
            .number(
                    "request_complete_ns",
                    ofOutcome(outcome -> outcome.evidence().timings().requestComplete()))
            .number(
                    "response_started_ns",
                    ofOutcome(outcome -> outcome.evidence().timings().responseStarted()))
            .number(
                    "first_output_ns",
                    ofOutcome(outcome -> outcome.evidence().timings().firstOutput()))
            .number(
                    "ended_ns",
                    ofOutcome(outcome -> outcome.evidence().timings().ended()))
            .text(
                    "proof",
                    ofOutcome(
                            outcome -> EnumColumn.PROOF.text(outcome.evidence().how())))
            .number("status", ofOutcome(AttemptOutcome::status))
            .text("error_code", ofOutcome(AttemptOutcome::errorCode))
            .text("provider_request_id", ofOutcome(AttemptOutcome::providerRequestId))
            .number("prompt_tokens", ofUsage(UsageSummary::promptTokens))
            .number("completion_tokens", ofUsage(UsageSummary::completionTokens))
            .number("cache_hit_tokens", ofUsage(UsageSummary::cacheHitTokens))
            .number("reasoning_tokens", ofUsage(UsageSummary::reasoningTokens))
            .text("cost", ofUsage(UsageColumns::costText))
            .text("currency", ofUsage(UsageSummary::currency));

    private static final ManyRows<Kept> BODIES = new ManyRows<Kept>("body")
            .number("write", Kept::write)
            .text("kind", kept -> EnumColumn.BODY.text(kept.body().kind()))
            .text("content_type", kept -> kept.body().contentType())
            .bytes("bytes", kept -> kept.body().bytes().unsafeArray());

    private static final String SETTLE =
            "WITH asked AS (SELECT * FROM " + ROWS.sql() + """
            ), moment AS (SELECT ?::bigint AS now),
            moved AS (
                UPDATE operation SET state = asked.state, reason = asked.reason, last_write = asked.write,
                    response_completed_at = now, settled_at = now, retry_available_at = now + asked.comes_back,
                    flags = asked.flags, last_error = coalesce(asked.last_error, operation.last_error),
                    worker = NULL, unexported = CASE WHEN operation.batch IS NULL THEN 0 ELSE 1 END,
                    charged = operation.charged + asked.charged, sent = operation.sent + asked.is_sent,
                    ambiguous = operation.ambiguous + asked.is_ambiguous,
                    not_reopenable = operation.not_reopenable + asked.is_not_reopenable,
                    prompt_tokens = coalesce(operation.prompt_tokens + asked.prompt_tokens,
                        operation.prompt_tokens, asked.prompt_tokens),
                    completion_tokens = coalesce(operation.completion_tokens + asked.completion_tokens,
                        operation.completion_tokens, asked.completion_tokens),
                    cache_hit_tokens = coalesce(operation.cache_hit_tokens + asked.cache_hit_tokens,
                        operation.cache_hit_tokens, asked.cache_hit_tokens),
                    reasoning_tokens = coalesce(operation.reasoning_tokens + asked.reasoning_tokens,
                        operation.reasoning_tokens, asked.reasoning_tokens),
                    cost = coalesce(operation.cost, asked.cost),
                    currency = coalesce(operation.currency, asked.currency)
                FROM asked, moment
                WHERE operation.tenant = asked.tenant AND operation.operation_id = asked.operation_id
                    AND operation.generation = asked.generation AND operation.state = 'dispatching'
                    AND operation.epoch = asked.epoch
                RETURNING\s""" + OperationRow.COLUMNS + """
            ), ended AS (
                UPDATE attempt SET ended_at = now, settle_write = asked.write, category = asked.category,
                    verdict = asked.verdict, class_row = asked.class_row, charged = asked.charged,
                    stage = asked.stage, request_bytes = asked.request_bytes,
                    response_bytes = asked.response_bytes, connection_reused = asked.connection_reused,
                    connected_ns = asked.connected_ns, request_complete_ns = asked.request_complete_ns,
                    response_started_ns = asked.response_started_ns, first_output_ns = asked.first_output_ns,
                    ended_ns = asked.ended_ns, proof = asked.proof, status = asked.status,
                    error_code = asked.error_code, provider_request_id = asked.provider_request_id,
                    prompt_tokens = asked.prompt_tokens, completion_tokens = asked.completion_tokens,
                    cache_hit_tokens = asked.cache_hit_tokens, reasoning_tokens = asked.reasoning_tokens,
                    cost = asked.cost, currency = asked.currency
                FROM moved JOIN asked ON asked.write = moved.last_write, moment
                WHERE attempt.op = moved.op AND attempt.number = moved.started
            ), kept AS (
                INSERT INTO operation_body (op, kind, evidence, content_type, bytes)
                SELECT moved.op, body.kind, 0, body.content_type, body.bytes
                FROM moved JOIN\s""" + BODIES.sql() + """
                 ON body.write = moved.last_write
            ), told AS (
                INSERT INTO delivery (op, write, kind, note, at)
                SELECT moved.op, asked.write, asked.delivered, NULL, now
                FROM moved JOIN asked ON asked.write = moved.last_write, moment
                WHERE asked.delivered IS NOT NULL
            )
            SELECT * FROM moved""";

    private BulkSettle() {}

    /** The generations that were settled; each is known by the write that did it. */
    static List<OperationRow> settle(Transaction transaction, List<Settle> asked) throws SQLException {
        List<Kept> bodies = asked.stream()
                .flatMap(settle -> settle.bodies().stream()
                        .map(body -> new Kept(settle.writeId().value(), body)))
                .toList();
        SqlStatement statement = transaction.sql(SETTLE);
        ROWS.bind(statement, asked);
        statement.number(transaction.now());
        BODIES.bind(statement, bodies);
        return statement.all(OperationRow.in(transaction));
    }

    private static Function<Settle, @Nullable Object> ofOutcome(Function<AttemptOutcome, @Nullable Object> value) {
        return settle -> value.apply(settle.outcome());
    }

    private static Function<Settle, @Nullable Object> ofUsage(Function<UsageSummary, @Nullable Object> value) {
        return ofOutcome(outcome -> value.apply(outcome.usage()));
    }
}
