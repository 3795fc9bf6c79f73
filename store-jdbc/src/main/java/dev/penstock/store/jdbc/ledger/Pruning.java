package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds and removes what has outlived its retention. What is unresolved is never touched: whatever is open, and an
 * unknown outcome that no newer generation has replaced. Candidates are found beside the writer; whether they still may
 * go is asked again where they are removed. The rows of an operation go together, so that a key never falls back to an
 * older generation.
 */
final class Pruning {

    private static final String NEWER_EXISTS = """
            EXISTS (SELECT 1 FROM operation newer WHERE newer.tenant = operation.tenant
                AND newer.operation_id = operation.operation_id AND newer.generation > operation.generation)""";

    private static final String RESOLVED = "settled_at <= ? AND (state <> 'unknown_outcome' OR " + NEWER_EXISTS + ")";

    private static final String NONE_OF_IT_IS_LATER = """
            NOT EXISTS (SELECT 1 FROM operation other WHERE other.tenant = operation.tenant
                AND other.operation_id = operation.operation_id
                AND (other.settled_at IS NULL OR other.settled_at > ?))""";

    private static final String PAGE = " AND (settled_at, op) > (?, ?) ORDER BY settled_at, op LIMIT ?";

    private static final String STILL_RESOLVED = "SELECT 1 FROM operation WHERE op = ? AND " + RESOLVED + " FOR UPDATE";

    private static final String STILL_WHOLE =
            "SELECT 1 FROM operation WHERE op = ? AND " + RESOLVED + " AND " + NONE_OF_IT_IS_LATER;

    private static final String SIBLINGS = """
            SELECT sibling.op FROM operation sibling JOIN operation named
                ON sibling.tenant = named.tenant AND sibling.operation_id = named.operation_id
            WHERE named.op = ? ORDER BY sibling.op FOR UPDATE OF sibling""";

    private static final String OF_OPERATION =
            "SELECT op FROM operation WHERE tenant = ? AND operation_id = ? ORDER BY op FOR UPDATE";

    private static final String BODIES = "DELETE FROM operation_body WHERE op = ?";

    private static final List<String> ROWS = List.of(
            BODIES,
            "DELETE FROM ready WHERE op = ?",
            "DELETE FROM attempt WHERE op = ?",
            "DELETE FROM delivery WHERE op = ?",
            "DELETE FROM evidence WHERE op = ?",
            "DELETE FROM decision WHERE op = ?",
            "DELETE FROM operation WHERE op = ?");

    /** What may go: of a tenant, of a batch or of none, and settled no later than a moment. */
    record Scope(Tenant tenant, @Nullable String batch, long settledBy) {

        private String select() {
            return "SELECT op, settled_at FROM operation WHERE " + RESOLVED + " AND tenant = ? AND batch "
                    + (batch == null ? "IS NULL" : "= ?");
        }

        private SqlStatement bind(SqlStatement statement) throws SQLException {
            statement.number(settledBy).text(tenant.id());
            return batch == null ? statement : statement.text(batch);
        }
    }

    /** One generation on the way through a scope. */
    record Candidate(long op, long settledAt) {

        static final Candidate BEFORE_ALL = new Candidate(0, Long.MIN_VALUE);
    }

    private Pruning() {}

    static List<Candidate> withBodies(SqlSession session, Scope scope, Candidate after, int limit) throws SQLException {
        SqlStatement select = session.sql(
                scope.select() + " AND EXISTS (SELECT 1 FROM operation_body b WHERE b.op = operation.op)" + PAGE);
        return page(scope.bind(select), after, limit);
    }

    static List<Candidate> wholeOperations(SqlSession session, Scope scope, Candidate after, int limit)
            throws SQLException {
        SqlStatement select =
                session.sql(scope.select() + " AND NOT " + NEWER_EXISTS + " AND " + NONE_OF_IT_IS_LATER + PAGE);
        return page(scope.bind(select).number(scope.settledBy()), after, limit);
    }

    /** Removes the bodies of a generation, if it still may lose them, and tells how many there were. */
    static int removeBodies(Transaction transaction, Scope scope, long op) throws SQLException {
        boolean still = transaction
                .sql(STILL_RESOLVED)
                .number(op)
                .number(scope.settledBy())
                .any();
        return still ? transaction.sql(BODIES).number(op).update() : 0;
    }

    /** Removes every generation of an operation, if all of them still may go, and tells how many there were. */
    static int removeOperation(Transaction transaction, Scope scope, long op) throws SQLException {
        List<Long> generations = transaction.sql(SIBLINGS).number(op).all(SqlRow::number);
        boolean still = transaction
                .sql(STILL_WHOLE)
                .number(op)
                .number(scope.settledBy())
                .number(scope.settledBy())
                .any();
        if (!still) {
            return 0;
        }
        for (long generation : generations) {
            for (String delete : ROWS) {
                transaction.sql(delete).number(generation).update();
            }
        }
        return generations.size();
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
            removed += transaction.sql(BODIES).number(op).update();
        }
        return generations.isEmpty() ? null : removed;
    }

    private static List<Candidate> page(SqlStatement select, Candidate after, int limit) throws SQLException {
        return select.number(after.settledAt())
                .number(after.op())
                .number(limit)
                .all(row -> new Candidate(row.number(), row.number()));
    }
}
