package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.util.List;

/** The pauses of routes. */
final class JdbcPauses implements RoutePauseRows {

    private static final String ALL =
            "SELECT scope, what, since, next_probe_at, credential_digest, last_error FROM route_pause ORDER BY scope";

    /** A pause that is renewed began when it began. */
    private static final String PUT = """
            INSERT INTO route_pause (scope, what, since, next_probe_at, credential_digest, last_error)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope) DO UPDATE SET what = excluded.what, next_probe_at = excluded.next_probe_at,
                credential_digest = excluded.credential_digest, last_error = excluded.last_error""";

    private static final String REMOVE = "DELETE FROM route_pause WHERE scope = ?";

    /** Whoever ends a pause meanwhile waits, and then hastens what this transaction puts in line. */
    private static final String ANY = "SELECT scope FROM route_pause ORDER BY scope FOR SHARE";

    private final SqlReads reads;
    private final Writer writer;

    JdbcPauses(SqlReads reads, Writer writer) {
        this.reads = reads;
        this.writer = writer;
    }

    @Override
    public List<Row> all() {
        return reads.read(session -> session.sql(ALL)
                .all(row -> new Row(
                        row.text(), row.text(), row.number(), row.number(), row.optionalText(), row.optionalText())));
    }

    @Override
    public void put(Row row) {
        writer.writeUninterruptibly(transaction -> transaction
                .sql(PUT)
                .text(row.scope())
                .text(row.what())
                .number(row.since())
                .number(row.nextProbeAt())
                .text(row.credentialDigest())
                .text(row.lastError())
                .update());
    }

    @Override
    public boolean remove(String scope) {
        return writer.writeUninterruptibly(transaction -> {
            boolean was = transaction.sql(REMOVE).text(scope).update() > 0;
            if (was) {
                Ready.hasten(transaction);
            }
            return was;
        });
    }

    static boolean isAnything(Transaction transaction) throws SQLException {
        return transaction.sql(ANY).any();
    }
}
