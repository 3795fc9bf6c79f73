package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Spend;
import dev.penstock.store.SpendRows;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.ledger.PacedRemoval.Page;
import dev.penstock.store.jdbc.ledger.PacedRemoval.Place;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What calls without a key used. Sums are made here, since a cost is exact decimal text. */
final class JdbcSpend implements SpendRows {

    private static final String PUT = """
            INSERT INTO spend (tenant, minute, route, model, source, attempts, sends, ambiguous, usage_unknown, cost_unknown,
                prompt_tokens, completion_tokens, cache_hit_tokens, reasoning_tokens, cost, currency)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, minute, route, model, source) DO UPDATE SET attempts = excluded.attempts,
                sends = excluded.sends, ambiguous = excluded.ambiguous, usage_unknown = excluded.usage_unknown,
                cost_unknown = excluded.cost_unknown, prompt_tokens = excluded.prompt_tokens,
                completion_tokens = excluded.completion_tokens, cache_hit_tokens = excluded.cache_hit_tokens,
                reasoning_tokens = excluded.reasoning_tokens, cost = excluded.cost, currency = excluded.currency""";

    private static final String LIST = """
            SELECT minute, route, model, attempts, sends, ambiguous, usage_unknown, cost_unknown,
                prompt_tokens, completion_tokens, cache_hit_tokens, reasoning_tokens, cost, currency
            FROM spend WHERE tenant = ? AND minute >= ? ORDER BY minute, route, model""";

    /** One step along the key: to read every row for its tenant would read the whole table. */
    private static final String NEXT_TENANT = "SELECT tenant FROM spend WHERE tenant > ? ORDER BY tenant LIMIT 1";

    private static final String OLD_MINUTES = """
            SELECT DISTINCT minute FROM spend WHERE tenant = ? AND minute < ? AND minute > ? ORDER BY minute LIMIT ?""";

    private static final String REMOVE_MINUTES = "DELETE FROM spend WHERE minute IN (%s) AND tenant = ?";

    private final SqlReads reads;
    private final Writer writer;
    private final LedgerClock clock;

    JdbcSpend(SqlReads reads, Writer writer, LedgerClock clock) {
        this.reads = reads;
        this.writer = writer;
        this.clock = clock;
    }

    @Override
    public void put(WorkerId source, Collection<Spend> spends) {
        List<Spend> rows = List.copyOf(spends);
        int written = writer.writeUninterruptibly(transaction -> {
            int count = 0;
            for (Spend spend : rows) {
                count += put(transaction, source, spend);
            }
            return count;
        });
        if (written != rows.size()) {
            throw new IllegalStateException(written + " of " + rows.size() + " rows were written");
        }
    }

    private static int put(Transaction transaction, WorkerId source, Spend spend) throws SQLException {
        Spend.Place place = spend.place();
        Spend.Counts counts = spend.counts();
        SqlStatement statement = transaction
                .sql(PUT)
                .text(place.tenant().id())
                .number(place.minute())
                .text(place.route())
                .text(place.model())
                .text(source.value())
                .number(counts.attempts())
                .number(counts.sends())
                .number(counts.ambiguous())
                .number(counts.usageUnknown())
                .number(counts.costUnknown());
        return UsageColumns.bind(statement, spend.usage()).update();
    }

    @Override
    public List<Spend> list(Tenant tenant, Duration last) {
        long from = clock.now() - Spans.millis(last);
        List<Spend> rows = reads.readAtOnce(
                session -> session.sql(LIST).text(tenant.id()).number(from).all(row -> spend(tenant, row)));
        Map<Spend.Place, Spend> sums = new LinkedHashMap<>();
        rows.forEach(row -> sums.merge(row.place(), row, (sum, more) -> sum.plus(more.counts(), more.usage())));
        return List.copyOf(sums.values());
    }

    /** Everybody whose spend is kept. */
    static List<Tenant> tenants(SqlSession session) throws SQLException {
        List<Tenant> tenants = new ArrayList<>();
        for (String next = nextTenant(session, ""); next != null; next = nextTenant(session, next)) {
            tenants.add(new Tenant(next));
        }
        return tenants;
    }

    private static @Nullable String nextTenant(SqlSession session, String after) throws SQLException {
        return session.sql(NEXT_TENANT).text(after).first(SqlRow::text);
    }

    /** Minutes of a tenant that retention has come to, a page of them. */
    static Page oldMinutes(SqlSession session, Tenant tenant, long until, Place after) throws SQLException {
        List<Long> minutes = session.sql(OLD_MINUTES)
                .text(tenant.id())
                .number(until)
                .number(after.at())
                .number(PacedRemoval.PAGE)
                .all(SqlRow::number);
        boolean more = minutes.size() == PacedRemoval.PAGE;
        return new Page(minutes, more ? new Place(minutes.getLast(), 0) : null);
    }

    static long removeMinutes(Transaction transaction, Tenant tenant, List<Long> minutes) throws SQLException {
        return Pruning.about(transaction, REMOVE_MINUTES, minutes)
                .text(tenant.id())
                .update();
    }

    private static Spend spend(Tenant tenant, SqlRow row) throws SQLException {
        Spend.Place place = new Spend.Place(tenant, row.number(), row.text(), row.text());
        Spend.Counts counts = new Spend.Counts(row.number(), row.number(), row.number(), row.number(), row.number());
        return new Spend(place, counts, UsageColumns.read(row));
    }
}
