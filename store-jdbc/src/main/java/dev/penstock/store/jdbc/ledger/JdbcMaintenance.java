package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.write.Writer;
import java.nio.file.Path;
import java.util.Optional;

/** Retention and copies. What retention removes goes in transactions so small that they do not hold up anybody's call. */
final class JdbcMaintenance implements Maintenance {

    private final SqlReads reads;
    private final LedgerClock clock;
    private final LedgerRooms.Upkeep upkeep;
    private final Writer writer;

    JdbcMaintenance(SqlReads reads, LedgerClock clock, LedgerRooms.Upkeep upkeep) {
        this.reads = reads;
        this.clock = clock;
        this.upkeep = upkeep;
        this.writer = upkeep.writer();
    }

    @Override
    public Pruned prune(Tenant tenant, Retention retention) {
        long now = clock.now();
        PacedRemoval removal = new PacedRemoval(reads, upkeep);
        long bodies = removeBodies(removal, new Pruning.Scope(tenant, null, now - Spans.millis(retention.bodies())));
        long rowsUntil = now - Spans.millis(retention.rows());
        long rows = removeRows(removal, new Pruning.Scope(tenant, null, rowsUntil));
        long spend = removal.run(
                (session, after) -> JdbcSpend.oldMinutes(session, tenant, rowsUntil, after),
                (transaction, minutes) -> JdbcSpend.removeMinutes(transaction, tenant, minutes));
        return new Pruned(bodies, rows + spend);
    }

    @Override
    public Pruned pruneBatch(Tenant tenant, String batch) {
        Pruning.Scope scope = new Pruning.Scope(tenant, batch, clock.now());
        PacedRemoval removal = new PacedRemoval(reads, upkeep);
        long bodies = removeBodies(removal, scope);
        return new Pruned(bodies, removeRows(removal, scope));
    }

    @Override
    public Optional<Integer> erase(Tenant tenant, OperationId operation) {
        return writer.writeUninterruptibly(
                transaction -> Optional.ofNullable(Pruning.erase(transaction, tenant, operation)));
    }

    @Override
    public void backup(Path target) {
        upkeep.copies().write(target);
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

    private static long removeBodies(PacedRemoval removal, Pruning.Scope scope) {
        return removal.run(
                (session, after) -> Pruning.withBodies(session, scope, after),
                (transaction, ops) -> Pruning.removeBodies(transaction, scope, ops));
    }

    private static long removeRows(PacedRemoval removal, Pruning.Scope scope) {
        return removal.run(
                (session, after) -> Pruning.wholeOperations(session, scope, after),
                (transaction, ops) -> Pruning.removeOperations(transaction, scope, ops));
    }
}
