package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Backlog;
import dev.penstock.store.DecisionCounts;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Page;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations in a database: reads on connections of their own, writes through the one writer. */
final class JdbcOperations implements OperationStore {

    private final SqlReads reads;
    private final Writer writer;
    private final LedgerClock clock;
    private final DueClaims claims;

    JdbcOperations(SqlReads reads, Writer writer, LedgerClock clock) {
        this.reads = reads;
        this.writer = writer;
        this.clock = clock;
        this.claims = new DueClaims(writer, clock);
    }

    @Override
    public Optional<OperationRecord> find(Tenant tenant, IdempotencyKey key) {
        return reads.read(session -> record(Generations.newest(session, tenant, key, clock.now())));
    }

    @Override
    public Map<IdempotencyKey, OperationRecord> findAll(Tenant tenant, Collection<IdempotencyKey> keys) {
        return reads.readAtOnce(session -> {
            Map<IdempotencyKey, OperationRecord> found = new HashMap<>();
            for (OperationRow row : Generations.newest(session, tenant, keys, clock.now())) {
                found.put(row.record().key(), row.record());
            }
            return found;
        });
    }

    @Override
    public List<OperationRecord> generations(Tenant tenant, OperationId operation) {
        return reads.read(session -> Generations.all(session, tenant, operation, clock.now()).stream()
                .map(OperationRow::record)
                .toList());
    }

    @Override
    public Optional<OperationHistory> history(GenerationRef ref) {
        return reads.readAtOnce(session -> {
            OperationRow row = Generations.byRef(session, ref, clock.now());
            return row == null ? Optional.empty() : Optional.of(history(session, row));
        });
    }

    @Override
    public Optional<StoredBody> body(GenerationRef ref, StoredBody.Kind kind) {
        return reads.readAtOnce(session -> {
            OperationRow row = Generations.byRef(session, ref, clock.now());
            return row == null
                    ? Optional.empty()
                    : Optional.ofNullable(Bodies.find(session, row.op(), kind, /* evidence= */ false));
        });
    }

    @Override
    public Page list(Tenant tenant, OperationFilter filter, @Nullable String cursor, int limit) {
        return reads.readAtOnce(
                session -> Listing.page(session, new Listing.Query(tenant, filter), cursor, limit, clock.now()));
    }

    @Override
    public Map<OperationState, Long> count(Tenant tenant, OperationFilter filter) {
        return reads.readAtOnce(session -> Listing.count(session, new Listing.Query(tenant, filter)));
    }

    @Override
    public Backlog backlog() {
        return reads.readAtOnce(session -> Watching.backlog(session, clock.now()));
    }

    @Override
    public DecisionCounts decisions(long after) {
        return reads.readAtOnce(session -> Watching.decisions(session, after));
    }

    @Override
    public WriteResult write(OperationWrite write) throws InterruptedException {
        Legality.check(write);
        return writer.write(new OperationWork(write, clock.now()));
    }

    @Override
    public List<OperationRecord> claimDue(WorkerId worker, int limit) throws InterruptedException {
        if (limit < 1) {
            throw new IllegalArgumentException("at least one must be claimed");
        }
        return claims.claim(worker, limit);
    }

    private static OperationHistory history(SqlSession session, OperationRow row) throws SQLException {
        return new OperationHistory(
                row.record(),
                Attempts.history(session, row.op()),
                Deliveries.history(session, row.op()),
                LateReports.history(session, row.op()),
                Decisions.history(session, row.op()));
    }

    private static Optional<OperationRecord> record(@Nullable OperationRow row) {
        return row == null ? Optional.empty() : Optional.of(row.record());
    }
}
