package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Page;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists and counts operations. A cursor is the id and the generation that the page before ended with. */
final class Listing {

    private static final int LARGEST_PAGE = 1000;

    private static final Set<OperationState> UNKNOWN = EnumSet.of(OperationState.UNKNOWN_OUTCOME);

    static final String ONLY_NEWEST = """
            NOT EXISTS (SELECT 1 FROM operation newer WHERE newer.tenant = operation.tenant
                AND newer.operation_id = operation.operation_id AND newer.generation > operation.generation)""";

    /** Whose operations are listed, and which of them. */
    record Query(Tenant tenant, OperationFilter filter) {

        /** All generations are positive: PostgreSQL has an index for whoever says so (V6). */
        private String conditions() {
            StringBuilder sql = new StringBuilder(" WHERE tenant = ? AND generation > 0").append(fewOfMany());
            if (!filter.states().isEmpty()) {
                sql.append(" AND state IN (?")
                        .append(", ?".repeat(filter.states().size() - 1))
                        .append(")");
            }
            sql.append(filter.reason() == null ? "" : " AND reason = ?");
            sql.append(filter.batch() == null ? "" : " AND batch = ?");
            sql.append(filter.keyPrefix() == null ? "" : " AND substr(op_key, 1, length(?)) = ?");
            return sql.append(filter.allGenerations() ? "" : " AND " + ONLY_NEWEST)
                    .toString();
        }

        /** What is asked for most is rare in a long history, and has an index of its own whose terms are these. */
        private String fewOfMany() {
            if (filter.states().isEmpty()) {
                return "";
            }
            if (UNKNOWN.containsAll(filter.states())) {
                return " AND ambiguous > 0 AND settled_at IS NOT NULL";
            }
            return filter.states().stream().noneMatch(OperationState::isSettled) ? " AND settled_at IS NULL" : "";
        }

        private void bind(SqlStatement statement) throws SQLException {
            statement.text(tenant.id());
            for (OperationState state : filter.states()) {
                statement.text(EnumColumn.STATE.text(state));
            }
            EndReason reason = filter.reason();
            if (reason != null) {
                statement.text(EnumColumn.REASON.text(reason));
            }
            if (filter.batch() != null) {
                statement.text(filter.batch());
            }
            if (filter.keyPrefix() != null) {
                statement.text(filter.keyPrefix()).text(filter.keyPrefix());
            }
        }
    }

    private Listing() {}

    static Page page(SqlSession session, Query query, @Nullable String cursor, int limit, long now)
            throws SQLException {
        if (limit < 1 || limit > LARGEST_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + LARGEST_PAGE + " operations");
        }
        String sql = "SELECT " + OperationRow.COLUMNS + " FROM operation" + query.conditions()
                + " AND (operation_id, generation) > (?, ?) ORDER BY operation_id, generation LIMIT ?";
        Place after = cursor == null ? new Place("", 0) : Place.parse(cursor);
        try (SqlStatement select = session.once(sql)) {
            query.bind(select);
            List<OperationRecord> records = new ArrayList<>(select
                    .text(after.operation())
                    .number(after.generation())
                    .number(limit + 1L)
                    .all(OperationRow.reader(now))
                    .stream()
                    .map(OperationRow::record)
                    .toList());
            if (records.size() <= limit) {
                return new Page(records, null);
            }
            records.removeLast();
            return new Page(records, Place.of(records.getLast()).text());
        }
    }

    static Map<OperationState, Long> count(SqlSession session, Query query) throws SQLException {
        String sql = "SELECT state, count(*) FROM operation" + query.conditions() + " GROUP BY state";
        Map<OperationState, Long> counts = new EnumMap<>(OperationState.class);
        try (SqlStatement select = session.once(sql)) {
            query.bind(select);
            select.all(row -> counts.put(EnumColumn.STATE.read(row.text()), row.number()));
        }
        return counts;
    }

    private record Place(String operation, int generation) {

        static Place of(OperationRecord record) {
            return new Place(record.ref().operation().value(), record.ref().generation());
        }

        static Place parse(String cursor) {
            int dot = cursor.indexOf('.');
            try {
                return new Place(cursor.substring(0, Math.max(dot, 0)), Integer.parseInt(cursor.substring(dot + 1)));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("that is no cursor of a listing", e);
            }
        }

        String text() {
            return operation + "." + generation;
        }
    }
}
