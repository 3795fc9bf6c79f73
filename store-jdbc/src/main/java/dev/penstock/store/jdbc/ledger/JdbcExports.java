package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.BatchExports;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.Tenant;
import dev.penstock.store.Version;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How far a batch's results are in its output. */
final class JdbcExports implements BatchExports {

    private static final String FIND =
            "SELECT output, bytes, head_digest FROM batch_export WHERE tenant = ? AND batch = ?";

    private static final String PENDING = "SELECT " + OperationRow.COLUMNS
            + " FROM operation WHERE tenant = ? AND batch = ? AND unexported = 1 ORDER BY settled_at, op LIMIT ?";

    private static final String STORE = """
            INSERT INTO batch_export (tenant, batch, output, bytes, head_digest) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (tenant, batch) DO UPDATE SET
                output = excluded.output, bytes = excluded.bytes, head_digest = excluded.head_digest""";

    private static final String EXPORTED =
            "UPDATE operation SET unexported = 0" + Transitions.EXPECTED + " RETURNING op";

    /** Longer than any output: whoever comes after an interruption finds that it is not whole, and begins again. */
    private static final String DISOWN =
            "UPDATE batch_export SET bytes = 9223372036854775807 WHERE tenant = ? AND batch = ?";

    private static final String FORGET = "DELETE FROM batch_export WHERE tenant = ? AND batch = ?";

    /** So many at a time that no write behind it waits for long. */
    private static final String PEND_AGAIN = """
            UPDATE operation SET unexported = 1 WHERE op IN (
                SELECT op FROM operation WHERE tenant = ? AND batch = ? AND op > ? AND settled_at IS NOT NULL AND\s""" + Listing.ONLY_NEWEST + " ORDER BY op LIMIT 500) RETURNING op";

    private final SqlReads reads;
    private final Writer writer;
    private final LedgerClock clock;

    JdbcExports(SqlReads reads, Writer writer, LedgerClock clock) {
        this.reads = reads;
        this.writer = writer;
        this.clock = clock;
    }

    @Override
    public Optional<Export> find(Tenant tenant, String batch) {
        return reads.read(session -> Optional.ofNullable(session.sql(FIND)
                .text(tenant.id())
                .text(batch)
                .first(row -> new Export(row.text(), row.number(), row.text()))));
    }

    @Override
    public List<OperationRecord> pending(Tenant tenant, String batch, int limit) {
        return reads.read(session ->
                session
                        .sql(PENDING)
                        .text(tenant.id())
                        .text(batch)
                        .number(limit)
                        .all(OperationRow.reader(clock.now()))
                        .stream()
                        .map(OperationRow::record)
                        .toList());
    }

    @Override
    public void record(Tenant tenant, String batch, Export export, List<Version> exported) throws InterruptedException {
        List<Version> versions = List.copyOf(exported);
        WriteId write = clock.nextWriteId();
        writer.write(transaction -> {
            transaction
                    .sql(STORE)
                    .text(tenant.id())
                    .text(batch)
                    .text(export.output())
                    .number(export.offset())
                    .text(export.headDigest())
                    .update();
            for (Version version : versions) {
                markExported(transaction, version, write);
            }
            return versions.size();
        });
    }

    @Override
    public void reset(Tenant tenant, String batch) throws InterruptedException {
        writer.write(transaction ->
                transaction.sql(DISOWN).text(tenant.id()).text(batch).update());
        OptionalLong after = OptionalLong.of(0);
        while (after.isPresent()) {
            after = pendAgain(tenant, batch, after.getAsLong());
        }
        writer.write(transaction ->
                transaction.sql(FORGET).text(tenant.id()).text(batch).update());
    }

    /** The next of them, and the last one's number; empty if there was none. */
    private OptionalLong pendAgain(Tenant tenant, String batch, long after) throws InterruptedException {
        return writer.write(transaction ->
                transaction.sql(PEND_AGAIN).text(tenant.id()).text(batch).number(after).all(SqlRow::number).stream()
                        .mapToLong(Long::longValue)
                        .max());
    }

    private static void markExported(Transaction transaction, Version version, WriteId write) throws SQLException {
        Long op = Transitions.expect(transaction.sql(EXPORTED), version).first(SqlRow::number);
        if (op != null) {
            Deliveries.insert(transaction, op, write, DeliveryKind.EXPORTED, null);
        }
    }
}
