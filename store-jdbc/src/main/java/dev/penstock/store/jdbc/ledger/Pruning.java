package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.ledger.PacedRemoval.Page;
import dev.penstock.store.jdbc.ledger.PacedRemoval.Place;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds and removes what has outlived its retention. What is unresolved is never touched: whatever is open, and an
 * unknown outcome that no newer generation has replaced. Candidates are found beside the writer, so many rows at a look
 * whatever they are; whether they still may go is asked again where they are removed. The rows of an operation go
 * together, so that a key never falls back to an older generation.
 */
final class Pruning {

    /** Each question of a row is a subquery with a limit: an EXISTS may be answered by reading a whole table once. */
    private static final String RESOLVED = "(state <> 'unknown_outcome' OR " + newerThan("operation") + " IS NOT NULL)";

    private static final String HAS_BODIES =
            "(SELECT 1 FROM operation_body WHERE operation_body.op = operation.op LIMIT 1) IS NOT NULL";

    private static final String IS_NEWEST = newerThan("operation") + " IS NULL";

    private static final String ALL_OF_IT_IS_RESOLVED = """
            (SELECT 1 FROM operation other WHERE other.tenant = operation.tenant
                AND other.operation_id = operation.operation_id
                AND (other.settled_at IS NULL OR other.settled_at > ?
                    OR (other.state = 'unknown_outcome' AND %s IS NULL)) LIMIT 1) IS NULL""".formatted(newerThan("other"));

    private static final String STILL_RESOLVED = "SELECT op FROM operation WHERE op IN (%s) AND settled_at <= ? AND "
            + RESOLVED + " ORDER BY op FOR UPDATE SKIP LOCKED";

    private static final String SIBLINGS = """
            SELECT sibling.op FROM operation sibling JOIN operation named
                ON sibling.tenant = named.tenant AND sibling.operation_id = named.operation_id
            WHERE named.op IN (%s) ORDER BY sibling.op FOR UPDATE OF sibling""";

    private static final String STILL_WHOLE = "SELECT op FROM operation WHERE op IN (%s) AND " + ALL_OF_IT_IS_RESOLVED;

    private static final String OF_OPERATION =
            "SELECT op FROM operation WHERE tenant = ? AND operation_id = ? ORDER BY op FOR UPDATE";

    private static final String BODIES = "DELETE FROM operation_body WHERE op IN (%s)";

    private static final List<String> ROWS = List.of(
            BODIES,
            "DELETE FROM ready WHERE op IN (%s)",
            "DELETE FROM attempt WHERE op IN (%s)",
            "DELETE FROM delivery WHERE op IN (%s)",
            "DELETE FROM evidence WHERE op IN (%s)",
            "DELETE FROM decision WHERE op IN (%s)",
            "DELETE FROM operation WHERE op IN (%s)");

    private record Looked(long op, long settledAt, boolean mayGo) {}

    private Pruning() {}

    static Page withBodies(SqlSession session, PruneScope scope, Place after) throws SQLException {
        return page(scope.look(session, RESOLVED + " AND " + HAS_BODIES, List.of(), after));
    }

    static Page wholeOperations(SqlSession session, PruneScope scope, Place after) throws SQLException {
        String condition = IS_NEWEST + " AND " + ALL_OF_IT_IS_RESOLVED;
        return page(scope.look(session, condition, List.of(scope.settledBy()), after));
    }

    /** Removes the bodies of those generations that still may lose them, and tells how many there were. */
    static long removeBodies(Transaction transaction, PruneScope scope, List<Long> ops) throws SQLException {
        List<Long> still = about(transaction, STILL_RESOLVED, ops)
                .number(scope.settledBy())
                .all(SqlRow::number);
        return still.isEmpty() ? 0 : about(transaction, BODIES, still).update();
    }

    /** Removes every generation of those operations of which all still may go, and tells how many there were. */
    static long removeOperations(Transaction transaction, PruneScope scope, List<Long> ops) throws SQLException {
        List<Long> generations = about(transaction, SIBLINGS, ops).all(SqlRow::number);
        if (generations.isEmpty()) {
            return 0;
        }
        List<Long> still = about(transaction, STILL_WHOLE, generations)
                .number(scope.settledBy())
                .all(SqlRow::number);
        if (still.isEmpty()) {
            return 0;
        }
        for (String delete : ROWS) {
            about(transaction, delete, still).update();
        }
        return still.size();
    }

    /** Removes the bodies of an operation in any state; null if there is no such operation. */
    static @Nullable Integer erase(Transaction transaction, Tenant tenant, OperationId operation) throws SQLException {
        List<Long> generations = transaction
                .sql(OF_OPERATION)
                .text(tenant.id())
                .text(operation.value())
                .all(SqlRow::number);
        int removed = 0;
        for (long op : generations) {
            removed += about(transaction, BODIES, List.of(op)).update();
        }
        return generations.isEmpty() ? null : removed;
    }

    private static String newerThan(String generation) {
        return """
                (SELECT 1 FROM operation newer WHERE newer.tenant = %1$s.tenant
                    AND newer.operation_id = %1$s.operation_id AND newer.generation > %1$s.generation LIMIT 1)""".formatted(generation);
    }

    private static Page page(SqlStatement look) throws SQLException {
        List<Looked> looked =
                look.number(PacedRemoval.PAGE).all(row -> new Looked(row.number(), row.number(), row.flag()));
        List<Long> ops = looked.stream().filter(Looked::mayGo).map(Looked::op).toList();
        boolean more = looked.size() == PacedRemoval.PAGE;
        return new Page(
                ops,
                more ? new Place(looked.getLast().settledAt(), looked.getLast().op()) : null);
    }

    /**
     * A statement about so many numbers. To keep few statements, a number is repeated until there are as many as a power
     * of two.
     */
    static SqlStatement about(Transaction transaction, String sql, List<Long> numbers) throws SQLException {
        int places = numbers.size() == 1 ? 1 : Integer.highestOneBit(numbers.size() - 1) << 1;
        SqlStatement statement = transaction.sql(sql.formatted(String.join(", ", Collections.nCopies(places, "?"))));
        for (int i = 0; i < places; i++) {
            statement.number(numbers.get(Math.min(i, numbers.size() - 1)));
        }
        return statement;
    }
}
