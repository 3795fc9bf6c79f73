package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds generations by the names they have. */
final class Generations {

    private static final String SELECT = "SELECT " + OperationRow.COLUMNS + " FROM operation";

    private static final String NEWEST = SELECT + " WHERE tenant = ? AND op_key = ? ORDER BY generation DESC LIMIT 1";

    /**
     * How many keys one statement asks for: a round trip for each of many keys would be as many waits, and to plan for many
     * more takes a server tens of milliseconds.
     */
    private static final int KEYS = 16;

    /** Each key by itself: a plan for a list of them that was made while the table was empty would read it whole. */
    private static final String BY_KEYS =
            String.join(" UNION ALL ", Collections.nCopies(KEYS, "SELECT * FROM (" + NEWEST + ") AS newest"));

    private static final String BY_REF = SELECT + " WHERE tenant = ? AND operation_id = ? AND generation = ?";

    private static final String LOCK_BY_REF = BY_REF + " FOR UPDATE";

    private static final String LOCK_BY_NUMBER = SELECT + " WHERE op = ? FOR UPDATE";

    private static final String ALL = SELECT + " WHERE tenant = ? AND operation_id = ? ORDER BY generation";

    private static final String NEWER =
            "SELECT 1 FROM operation WHERE tenant = ? AND operation_id = ? AND generation > ?";

    private Generations() {}

    static @Nullable OperationRow newest(SqlSession session, Tenant tenant, IdempotencyKey key, long now)
            throws SQLException {
        return session.sql(NEWEST).text(tenant.id()).text(key.value()).first(OperationRow.reader(now));
    }

    /** The newest generations under many keys. */
    static Collection<OperationRow> newest(SqlSession session, Tenant tenant, Collection<IdempotencyKey> keys, long now)
            throws SQLException {
        Map<IdempotencyKey, OperationRow> newest = new HashMap<>();
        List<IdempotencyKey> all = List.copyOf(keys);
        for (int first = 0; first < all.size(); first += KEYS) {
            SqlStatement select = session.sql(BY_KEYS);
            for (int i = first; i < first + KEYS; i++) {
                // The last key fills up: with none in its place a server would count this as cheap, and plan it each
                // time.
                select.text(tenant.id())
                        .text(all.get(Math.min(i, all.size() - 1)).value());
            }
            select.all(OperationRow.reader(now))
                    .forEach(row -> newest.put(row.record().key(), row));
        }
        return newest.values();
    }

    static @Nullable OperationRow byRef(SqlSession session, GenerationRef ref, long now) throws SQLException {
        return bind(session.sql(BY_REF), ref).first(OperationRow.reader(now));
    }

    /** Reads a generation and holds its row until the transaction's end. */
    static @Nullable OperationRow lock(Transaction transaction, GenerationRef ref) throws SQLException {
        return bind(transaction.sql(LOCK_BY_REF), ref).first(OperationRow.in(transaction));
    }

    /** The same by the row's number. */
    static @Nullable OperationRow lock(Transaction transaction, long op) throws SQLException {
        return transaction.sql(LOCK_BY_NUMBER).number(op).first(OperationRow.in(transaction));
    }

    static List<OperationRow> all(SqlSession session, Tenant tenant, OperationId operation, long now)
            throws SQLException {
        return session.sql(ALL).text(tenant.id()).text(operation.value()).all(OperationRow.reader(now));
    }

    static boolean isNewest(SqlSession session, GenerationRef ref) throws SQLException {
        return !bind(session.sql(NEWER), ref).any();
    }

    /** A row that this very transaction has seen before. */
    static OperationRow require(@Nullable OperationRow row) {
        if (row == null) {
            throw new IllegalStateException("a generation vanished inside a transaction");
        }
        return row;
    }

    /** Binds what names a generation: tenant, operation_id, generation. */
    static SqlStatement bind(SqlStatement statement, GenerationRef ref) throws SQLException {
        return statement.text(ref.tenant().id()).text(ref.operation().value()).number(ref.generation());
    }
}
