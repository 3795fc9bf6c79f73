package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.UsageSummary;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlStatement;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The six columns of a usage; the cost is exact decimal text. */
final class UsageColumns {

    private UsageColumns() {}

    static UsageSummary read(SqlRow row) throws SQLException {
        OptionalLong prompt = row.optionalNumber();
        OptionalLong completion = row.optionalNumber();
        OptionalLong cacheHit = row.optionalNumber();
        OptionalLong reasoning = row.optionalNumber();
        String cost = row.optionalText();
        String currency = row.optionalText();
        return new UsageSummary(
                prompt, completion, cacheHit, reasoning, cost == null ? null : new BigDecimal(cost), currency);
    }

    static SqlStatement bind(SqlStatement statement, UsageSummary usage) throws SQLException {
        return statement
                .number(usage.promptTokens())
                .number(usage.completionTokens())
                .number(usage.cacheHitTokens())
                .number(usage.reasoningTokens())
                .text(costText(usage))
                .text(usage.currency());
    }

    static @Nullable String costText(UsageSummary usage) {
        BigDecimal cost = usage.cost();
        return cost == null ? null : cost.toPlainString();
    }
}
