package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.write.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

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
    public Pruned prune(Retention retention) {
        return prune(retention, PruneScope.OfEverybody::new, reads.read(JdbcSpend::tenants));
    }

    @Override
    public Pruned prune(Tenant tenant, Retention retention) {
        return prune(retention, until -> new PruneScope.OfTenant(tenant, until), List.of(tenant));
    }

    @Override
    public Pruned pruneBatch(Tenant tenant, String batch) {
        PruneScope scope = new PruneScope.OfBatch(tenant, batch, clock.now());
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

    private Pruned prune(Retention retention, LongFunction<PruneScope> settledBy, List<Tenant> spenders) {
        long now = clock.now();
        PacedRemoval removal = new PacedRemoval(reads, upkeep);
        long bodies = removeBodies(removal, settledBy.apply(now - Spans.millis(retention.bodies())));
        long until = now - Spans.millis(retention.rows());
        long rows = removeRows(removal, settledBy.apply(until));
        for (Tenant tenant : spenders) {
            rows += removal.run(
                    (session, after) -> JdbcSpend.oldMinutes(session, tenant, until, after),
                    (transaction, minutes) -> JdbcSpend.removeMinutes(transaction, tenant, minutes));
        }
        return new Pruned(bodies, rows);
    }

    private static long removeBodies(PacedRemoval removal, PruneScope scope) {
        return removal.run(
                (session, after) -> Pruning.withBodies(session, scope, after),
                (transaction, ops) -> Pruning.removeBodies(transaction, scope, ops));
    }

    private static long removeRows(PacedRemoval removal, PruneScope scope) {
        return removal.run(
                (session, after) -> Pruning.wholeOperations(session, scope, after),
                (transaction, ops) -> Pruning.removeOperations(transaction, scope, ops));
    }
}
