package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Backlog;
import dev.penstock.store.DecisionCounts;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** What those see who watch a ledger: read by indexes whose size is that of the open work, not of the ledger. */
final class Watching {

    /** As many as can be read while a scrape waits. */
    private static final int MOST_LOOKED_AT = 10_000;

    private static final String OPEN = """
            SELECT state, count(*), min(received_at) FROM (
                SELECT state, received_at FROM operation WHERE settled_at IS NULL ORDER BY op LIMIT ?) AS first_accepted
            GROUP BY state""";

    private static final String UNKNOWN = """
            SELECT count(*), min(settled_at) FROM operation
            WHERE ambiguous > 0 AND settled_at IS NOT NULL AND state = 'unknown_outcome' AND\s""" + Listing.ONLY_NEWEST;

    private static final String DECIDED = "SELECT kind, count(*) FROM decision WHERE decision > ? GROUP BY kind";

    private static final String LAST = "SELECT coalesce(max(decision), 0) FROM decision";

    private Watching() {}

    static Backlog backlog(SqlSession session, long now) throws SQLException {
        Map<OperationState, Backlog.Standing> states = new EnumMap<>(OperationState.class);
        session.sql(OPEN)
                .number(MOST_LOOKED_AT)
                .all(row -> states.put(EnumColumn.STATE.read(row.text()), standing(row, now)));
        session.sql(UNKNOWN).all(row -> states.put(OperationState.UNKNOWN_OUTCOME, standing(row, now)));
        states.values().removeIf(standing -> standing.count() == 0);
        return new Backlog(states);
    }

    static DecisionCounts decisions(SqlSession session, long after) throws SQLException {
        Map<String, Long> kinds = new HashMap<>();
        session.sql(DECIDED).number(after).all(row -> kinds.put(row.text(), row.number()));
        Long last = session.sql(LAST).first(SqlRow::number);
        return new DecisionCounts(last == null ? 0 : last, kinds);
    }

    private static Backlog.Standing standing(SqlRow row, long now) throws SQLException {
        long count = row.number();
        return new Backlog.Standing(
                count, Duration.ofMillis(Math.max(0, now - row.optionalNumber().orElse(now))));
    }
}
