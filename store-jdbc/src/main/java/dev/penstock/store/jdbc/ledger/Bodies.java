package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Bytes;
import dev.penstock.store.StoredBody;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bodies of generations; the newest of a kind counts. */
final class Bodies {

    private static final String JSON = "application/json";

    private static final String INSERT =
            "INSERT INTO operation_body (op, kind, evidence, content_type, bytes) VALUES (?, ?, ?, ?, ?)";

    private static final String NEWEST = """
            SELECT content_type, bytes FROM operation_body
            WHERE op = ? AND kind = ? AND evidence = ? ORDER BY body DESC LIMIT 1""";

    private Bodies() {}

    static void insertRequest(Transaction transaction, long op, Bytes request) throws SQLException {
        insert(transaction, op, new StoredBody(StoredBody.Kind.REQUEST, JSON, request), /* evidence= */ false);
    }

    static void insertAll(Transaction transaction, long op, List<StoredBody> bodies, boolean evidence)
            throws SQLException {
        for (StoredBody body : bodies) {
            insert(transaction, op, body, evidence);
        }
    }

    static @Nullable StoredBody find(SqlSession session, long op, StoredBody.Kind kind, boolean evidence)
            throws SQLException {
        return session.sql(NEWEST)
                .number(op)
                .text(EnumColumn.BODY.text(kind))
                .flag(evidence)
                .first(row -> new StoredBody(kind, row.text(), Bytes.wrap(row.bytes())));
    }

    private static void insert(Transaction transaction, long op, StoredBody body, boolean evidence)
            throws SQLException {
        transaction
                .sql(INSERT)
                .number(op)
                .text(EnumColumn.BODY.text(body.kind()))
                .flag(evidence)
                .text(body.contentType())
                .bytes(body.bytes().unsafeArray())
                .update();
    }
}
