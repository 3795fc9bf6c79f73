package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.ledger.PacedRemoval.Place;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Whose operations retention is about, if they were settled no later than a moment. A batch is nobody's but its own.
 *
 * <p>A look reads the next rows in an order that an index has, and says of each whether it may go: what it reads is
 * bounded, whatever it finds.
 */
sealed interface PruneScope {

    /** To be filled in with a condition. */
    String LOOK_BY_AGE = """
            SELECT op, settled_at, CASE WHEN batch IS NULL AND %s THEN 1 ELSE 0 END FROM operation
            WHERE settled_at <= ? AND (settled_at, op) > (?, ?) ORDER BY settled_at, op LIMIT ?""";

    /** To be filled in with a condition. */
    String LOOK_IN_BATCH = """
            SELECT op, coalesce(settled_at, 0), CASE WHEN settled_at <= ? AND %s THEN 1 ELSE 0 END FROM operation
            WHERE tenant = ? AND batch = ? AND op > ? ORDER BY op LIMIT ?""";

    long settledBy();

    /**
     * Begins a look; its limit is still to be bound. A row has an operation's number, when it was settled, and whether it
     * may go.
     *
     * @param condition what has to hold of a row that may go
     * @param given the numbers that the condition asks for
     * @param after where the look before it ended
     */
    SqlStatement look(SqlSession session, String condition, List<Long> given, Place after) throws SQLException;

    /** Everything outside a batch. */
    record OfEverybody(long settledBy) implements PruneScope {

        @Override
        public SqlStatement look(SqlSession session, String condition, List<Long> given, Place after)
                throws SQLException {
            return byAge(session.sql(LOOK_BY_AGE.formatted(condition)), given, this, after);
        }
    }

    /** One tenant's outside a batch. Everybody's rows are looked at in their order: no index has one tenant's. */
    record OfTenant(Tenant tenant, long settledBy) implements PruneScope {

        @Override
        public SqlStatement look(SqlSession session, String condition, List<Long> given, Place after)
                throws SQLException {
            SqlStatement select = session.sql(LOOK_BY_AGE.formatted("tenant = ? AND " + condition));
            return byAge(select.text(tenant.id()), given, this, after);
        }
    }

    /** One batch, in the order of its rows. */
    record OfBatch(Tenant tenant, String batch, long settledBy) implements PruneScope {

        @Override
        public SqlStatement look(SqlSession session, String condition, List<Long> given, Place after)
                throws SQLException {
            SqlStatement select =
                    session.sql(LOOK_IN_BATCH.formatted(condition)).number(settledBy);
            return bind(select, given).text(tenant.id()).text(batch).number(after.number());
        }
    }

    private static SqlStatement byAge(SqlStatement select, List<Long> given, PruneScope scope, Place after)
            throws SQLException {
        return bind(select, given).number(scope.settledBy()).number(after.at()).number(after.number());
    }

    private static SqlStatement bind(SqlStatement select, List<Long> given) throws SQLException {
        for (long number : given) {
            select.number(number);
        }
        return select;
    }
}
