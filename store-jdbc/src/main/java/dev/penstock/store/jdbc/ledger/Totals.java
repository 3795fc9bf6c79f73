package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;

/** The sums over a generation's attempts, worked out afresh where adding up as one goes is not enough. */
final class Totals {

    private static final String ATTEMPTS = """
            SELECT category, charged, vouched,
                   prompt_tokens, completion_tokens, cache_hit_tokens, reasoning_tokens, cost, currency
            FROM attempt WHERE op = ? AND category IS NOT NULL ORDER BY number""";

    private static final String STORE = """
            UPDATE operation SET charged = ?, sent = ?, ambiguous = ?, not_reopenable = ?,
                prompt_tokens = ?, completion_tokens = ?, cache_hit_tokens = ?, reasoning_tokens = ?,
                cost = ?, currency = ?
            WHERE op = ?""" + Transitions.RETURNING;

    private record Line(AttemptCategory category, boolean charged, UsageSummary usage) {}

    private Totals() {}

    /** Adds up every attempt that has ended, or is known never to; gives the row as it stands then. */
    static OperationRow refresh(Transaction transaction, long op) throws SQLException {
        List<Line> lines = transaction.sql(ATTEMPTS).number(op).all(Totals::read);
        SqlStatement store = transaction
                .sql(STORE)
                .number(lines.stream().filter(Line::charged).count())
                .number(count(lines, AttemptCategory.NOT_SENT, /* equal= */ false))
                .number(count(lines, AttemptCategory.AMBIGUOUS, /* equal= */ true))
                .number(lines.stream()
                        .filter(line -> !line.category().isReopenable())
                        .count());
        return Generations.require(
                UsageColumns.bind(store, sum(lines)).number(op).first(OperationRow.in(transaction)));
    }

    private static Line read(SqlRow row) throws SQLException {
        AttemptCategory category = EnumColumn.CATEGORY.read(row.text());
        boolean charged = row.flag();
        boolean vouched = row.flag();
        return new Line(vouched ? AttemptCategory.NOT_SENT : category, charged, UsageColumns.read(row));
    }

    private static long count(List<Line> lines, AttemptCategory category, boolean equal) {
        return lines.stream()
                .filter(line -> (line.category() == category) == equal)
                .count();
    }

    private static UsageSummary sum(List<Line> lines) {
        return lines.stream().map(Line::usage).reduce(UsageSummary.UNKNOWN, UsageSummary::plus);
    }
}
