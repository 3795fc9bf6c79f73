package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Next;
import dev.penstock.store.OperationWrite.Settle;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.Version;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Commits how an attempt ended. Fenced, its report is kept as late evidence (design 8, "Writes"). */
final class Settlement {

    private static final String SETTLE = """
            UPDATE operation SET state = ?, reason = ?, last_write = ?, response_completed_at = ?, settled_at = ?,
                retry_available_at = ?, flags = ?, last_error = coalesce(?, last_error),
                worker = CASE WHEN ? = 1 AND (mode = 'attached' OR ambiguous + ? > 0) THEN worker END,
                unexported = CASE WHEN ? = 0 OR batch IS NULL THEN 0 ELSE 1 END,
                charged = charged + ?, sent = sent + ?, ambiguous = ambiguous + ?,
                not_reopenable = not_reopenable + ?,
                prompt_tokens = coalesce(prompt_tokens + ?, prompt_tokens, ?),
                completion_tokens = coalesce(completion_tokens + ?, completion_tokens, ?),
                cache_hit_tokens = coalesce(cache_hit_tokens + ?, cache_hit_tokens, ?),
                reasoning_tokens = coalesce(reasoning_tokens + ?, reasoning_tokens, ?),
                cost = coalesce(cost, ?), currency = coalesce(currency, ?)""" + Transitions.EXPECTED + Transitions.RETURNING;

    private Settlement() {}

    static WriteResult settle(Transaction transaction, Settle settle) throws SQLException {
        OperationRow row = update(transaction, settle);
        if (row == null) {
            return switch (Reread.of(transaction, settle, settle.expected())) {
                case Reread.Ours ours -> new WriteResult.Committed(ours.row().record());
                case Reread.Moved moved -> fenced(transaction, settle, moved);
                case Reread.Unmoved unmoved ->
                    throw new IllegalStateException("an outcome changed nothing: "
                            + unmoved.row().record().version());
            };
        }
        int number = row.record().attempts().started();
        Attempts.end(transaction, row.op(), number, settle.outcome(), settle.writeId());
        Bodies.insertAll(transaction, row.op(), settle.bodies(), /* evidence= */ false);
        if (settle.delivered() != null) {
            Deliveries.insert(transaction, row.op(), settle.writeId(), settle.delivered(), null);
        }
        if (settle.next() instanceof Next.Retry) {
            var lease = row.record().lease();
            long due = row.record().times().retryAvailableAt().orElse(transaction.now());
            Ready.put(
                    transaction, row, due, lease == null ? null : lease.worker().value());
        }
        if (settle.outcome().usage().cost() != null && number > 1) {
            // A first cost goes in as it is; SQL cannot add exact decimals in text.
            return new WriteResult.Committed(
                    Totals.refresh(transaction, row.op()).record());
        }
        return new WriteResult.Committed(row.record());
    }

    private static @Nullable OperationRow update(Transaction transaction, Settle settle) throws SQLException {
        Next next = settle.next();
        AttemptOutcome outcome = settle.outcome();
        boolean retries = next instanceof Next.Retry;
        int ambiguous = outcome.category() == AttemptCategory.AMBIGUOUS ? 1 : 0;
        SqlStatement update = transaction
                .sql(SETTLE)
                .text(EnumColumn.STATE.text(next.nextState()))
                .text(reason(next))
                .number(settle.writeId().value())
                .number(transaction.now())
                .number(retries ? OptionalLong.empty() : OptionalLong.of(transaction.now()))
                .number(availableAt(next, transaction.now()))
                .text(flags(next))
                .text(lastError(next, outcome))
                .flag(retries)
                .number(ambiguous)
                .flag(!retries)
                .flag(outcome.charged())
                .flag(outcome.category() != AttemptCategory.NOT_SENT)
                .number(ambiguous)
                .flag(!outcome.category().isReopenable());
        bindUsage(update, outcome.usage());
        return Transitions.expect(update, settle.expected()).first(OperationRow.in(transaction));
    }

    private static void bindUsage(SqlStatement update, UsageSummary usage) throws SQLException {
        update.number(usage.promptTokens())
                .number(usage.promptTokens())
                .number(usage.completionTokens())
                .number(usage.completionTokens())
                .number(usage.cacheHitTokens())
                .number(usage.cacheHitTokens())
                .number(usage.reasoningTokens())
                .number(usage.reasoningTokens())
                .text(UsageColumns.costText(usage))
                .text(usage.currency());
    }

    private static WriteResult fenced(Transaction transaction, Settle settle, Reread.Moved moved) throws SQLException {
        OperationRow row = moved.row();
        if (row == null) {
            return moved.fenced();
        }
        Version expected = settle.expected();
        Integer number = LateReports.numberOfEpoch(transaction, row.op(), expected.epoch());
        if (number == null) {
            return moved.fenced();
        }
        LateReports.Report report =
                new LateReports.Report(settle.writeId(), number, settle.outcome(), settle.next(), settle.bodies());
        return new WriteResult.Fenced(LateReports.keep(transaction, row, report).record());
    }

    static @Nullable String reason(Next next) {
        EndReason reason = switch (next) {
            case Next.Settled settled -> settled.reason();
            case Next.Retry retry -> retry.reason();
        };
        return reason == null ? null : EnumColumn.REASON.text(reason);
    }

    static String flags(Next next) {
        return switch (next) {
            case Next.Settled settled -> String.join(",", settled.flags());
            case Next.Retry ignored -> "";
        };
    }

    static OptionalLong availableAt(Next next, long now) {
        Duration delay = switch (next) {
            case Next.Settled settled -> settled.comeBack();
            case Next.Retry retry -> retry.delay();
        };
        return delay == null ? OptionalLong.empty() : OptionalLong.of(now + Spans.millis(delay));
    }

    static @Nullable String lastError(Next next, AttemptOutcome outcome) {
        return next.nextState() == OperationState.SUCCEEDED ? null : outcome.verdict();
    }
}
