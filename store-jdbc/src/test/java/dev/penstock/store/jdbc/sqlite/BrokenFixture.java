package dev.penstock.store.jdbc.sqlite;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.ApiKeys;
import dev.penstock.store.Backlog;
import dev.penstock.store.BatchExports;
import dev.penstock.store.DecisionCounts;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.KeyRing;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Page;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.RetryTokens;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.SpendRows;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A sound ledger with one fault put in front of it, to see that the contract finds the fault. */
final class BrokenFixture implements LedgerFixture {

    /** What is wrong; everything that is not overridden is right. */
    interface Fault {
        default WriteResult write(OperationStore sound, OperationWrite write) throws InterruptedException {
            return sound.write(write);
        }

        default List<OperationRecord> claimDue(OperationStore sound, WorkerId worker, int limit)
                throws InterruptedException {
            return sound.claimDue(worker, limit);
        }

        default Map<OperationState, Long> recover(Ledger sound) {
            return sound.workers().recover();
        }

        default long heartbeat(Workers sound, WorkerId worker) {
            return sound.heartbeat(worker);
        }

        /** The contract asks for the next acknowledgement to get lost. */
        default void acknowledgementWillBeLost() {}
    }

    private final SqliteFixture sound;
    private final Fault fault;

    BrokenFixture(ContractClock wall, Fault fault) {
        this.sound = new SqliteFixture(wall);
        this.fault = fault;
    }

    @Override
    public Ledger ledger() {
        return new BrokenLedger();
    }

    @Override
    public EndReason restart() {
        return sound.restart();
    }

    @Override
    public void loseNextAcknowledgement() {
        fault.acknowledgementWillBeLost();
        sound.loseNextAcknowledgement();
    }

    @Override
    public void loseNextTwoAcknowledgements() {
        sound.loseNextTwoAcknowledgements();
    }

    @Override
    public Held holdNextCommit() {
        return sound.holdNextCommit();
    }

    @Override
    public Ledger observer() {
        return sound.observer();
    }

    @Override
    public void close() {
        sound.close();
    }

    private final class BrokenLedger implements Ledger {

        @Override
        public OperationStore operations() {
            return new BrokenOperations(sound.ledger().operations());
        }

        @Override
        public Workers workers() {
            return new BrokenWorkers(sound.ledger().workers());
        }

        @Override
        public RoutePauseRows pauses() {
            return sound.ledger().pauses();
        }

        @Override
        public BatchExports exports() {
            return sound.ledger().exports();
        }

        @Override
        public Maintenance maintenance() {
            return sound.ledger().maintenance();
        }

        @Override
        public RetryTokens retryTokens() {
            return sound.ledger().retryTokens();
        }

        @Override
        public PermitBlocks permitBlocks() {
            return sound.ledger().permitBlocks();
        }

        @Override
        public boolean isShared() {
            return sound.ledger().isShared();
        }

        @Override
        public ApiKeys apiKeys() {
            return sound.ledger().apiKeys();
        }

        @Override
        public SpendRows spend() {
            return sound.ledger().spend();
        }

        @Override
        public KeyRing keyRing() {
            return sound.ledger().keyRing();
        }

        @Override
        public void close() {
            sound.ledger().close();
        }
    }

    private final class BrokenWorkers implements Workers {

        private final Workers workers;

        BrokenWorkers(Workers workers) {
            this.workers = workers;
        }

        @Override
        public WorkerId register() {
            return workers.register();
        }

        @Override
        public long heartbeat(WorkerId worker) {
            return fault.heartbeat(workers, worker);
        }

        @Override
        public Map<OperationState, Long> recover() {
            return fault.recover(sound.ledger());
        }

        @Override
        public void leave(WorkerId worker) {
            workers.leave(worker);
        }
    }

    private final class BrokenOperations implements OperationStore {

        private final OperationStore operations;

        BrokenOperations(OperationStore operations) {
            this.operations = operations;
        }

        @Override
        public Optional<OperationRecord> find(Tenant tenant, IdempotencyKey key) {
            return operations.find(tenant, key);
        }

        @Override
        public Map<IdempotencyKey, OperationRecord> findAll(Tenant tenant, Collection<IdempotencyKey> keys) {
            return operations.findAll(tenant, keys);
        }

        @Override
        public List<OperationRecord> generations(Tenant tenant, OperationId operation) {
            return operations.generations(tenant, operation);
        }

        @Override
        public Optional<OperationHistory> history(GenerationRef ref) {
            return operations.history(ref);
        }

        @Override
        public Optional<StoredBody> body(GenerationRef ref, StoredBody.Kind kind) {
            return operations.body(ref, kind);
        }

        @Override
        public Page list(Tenant tenant, OperationFilter filter, @Nullable String cursor, int limit) {
            return operations.list(tenant, filter, cursor, limit);
        }

        @Override
        public Map<OperationState, Long> count(Tenant tenant, OperationFilter filter) {
            return operations.count(tenant, filter);
        }

        @Override
        public Backlog backlog() {
            return operations.backlog();
        }

        @Override
        public DecisionCounts decisions(long after) {
            return operations.decisions(after);
        }

        @Override
        public WriteResult write(OperationWrite write) throws InterruptedException {
            return fault.write(operations, write);
        }

        @Override
        public List<OperationRecord> claimDue(WorkerId worker, int limit) throws InterruptedException {
            return fault.claimDue(operations, worker, limit);
        }
    }
}
