package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Retention and copies, in transactions so small that they do not hold up anybody's call. */
final class JdbcMaintenance implements Maintenance {

    private static final int CHUNK = 100;

    private final SqlReads reads;
    private final Writer writer;
    private final LedgerClock clock;
    private final Copies copies;

    JdbcMaintenance(SqlReads reads, Writer writer, LedgerClock clock, Copies copies) {
        this.reads = reads;
        this.writer = writer;
        this.clock = clock;
        this.copies = copies;
    }

    @Override
    public Pruned prune(Tenant tenant, Retention retention) {
        long now = clock.now();
        long bodies = removeBodies(new Pruning.Scope(tenant, null, now - Spans.millis(retention.bodies())));
        long rowsUntil = now - Spans.millis(retention.rows());
        long rows = removeRows(new Pruning.Scope(tenant, null, rowsUntil));
        return new Pruned(bodies, rows + removeSpend(tenant, rowsUntil));
    }

    @Override
    public Pruned pruneBatch(Tenant tenant, String batch) {
        Pruning.Scope scope = new Pruning.Scope(tenant, batch, clock.now());
        long bodies = removeBodies(scope);
        return new Pruned(bodies, removeRows(scope));
    }

    @Override
    public Optional<Integer> erase(Tenant tenant, OperationId operation) {
        return writer.writeUninterruptibly(
                transaction -> Optional.ofNullable(Pruning.erase(transaction, tenant, operation)));
    }

    @Override
    public void backup(Path target) {
        copies.write(target);
    }

    @Override
    public long confirmCopy() {
        WriteId write = clock.nextWriteId();
        return writer.writeUninterruptibly(transaction -> {
            if (!Meta.isUnconfirmedCopy(transaction.session())) {
                return 0L;
            }
            long doubted = Doubt.openWork(transaction, write);
            Meta.confirmCopy(transaction.session());
            return doubted;
        });
    }

    private int removeSpend(Tenant tenant, long until) {
        return writer.writeUninterruptibly(transaction ->
                transaction.sql(JdbcSpend.PRUNE).text(tenant.id()).number(until).update());
    }

    private long removeBodies(Pruning.Scope scope) {
        return remove(
                (session, after) -> Pruning.withBodies(session, scope, after, CHUNK),
                (transaction, op) -> Pruning.removeBodies(transaction, scope, op));
    }

    private long removeRows(Pruning.Scope scope) {
        return remove(
                (session, after) -> Pruning.wholeOperations(session, scope, after, CHUNK),
                (transaction, op) -> Pruning.removeOperation(transaction, scope, op));
    }

    @FunctionalInterface
    private interface Search {
        List<Pruning.Candidate> after(SqlSession session, Pruning.Candidate after) throws SQLException;
    }

    @FunctionalInterface
    private interface Removal {
        int remove(Transaction transaction, long op) throws SQLException;
    }

    private long remove(Search search, Removal removal) {
        long removed = 0;
        Pruning.Candidate last = Pruning.Candidate.BEFORE_ALL;
        while (true) {
            Pruning.Candidate after = last;
            List<Pruning.Candidate> chunk = reads.read(session -> search.after(session, after));
            if (chunk.isEmpty()) {
                return removed;
            }
            removed += writer.writeUninterruptibly(transaction -> {
                long count = 0;
                for (Pruning.Candidate candidate : chunk) {
                    count += removal.remove(transaction, candidate.op());
                }
                return count;
            });
            last = chunk.getLast();
        }
    }
}
