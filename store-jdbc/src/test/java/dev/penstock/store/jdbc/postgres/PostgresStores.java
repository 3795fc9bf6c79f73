package dev.penstock.store.jdbc.postgres;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.Samples;
import dev.penstock.time.Time;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/** Options for stores in tests. */
final class PostgresStores {

    private static final SplittableRandom RANDOM = new SplittableRandom(20261130);

    private static final ReentrantLock LOCK = new ReentrantLock();

    private PostgresStores() {}

    static PostgresOptions engine(PostgresAddress address) {
        return engine(address, Time.system());
    }

    static PostgresOptions engine(PostgresAddress address, Time time) {
        return small(PostgresOptions.engine(address, time, split()));
    }

    static PostgresOptions observer(PostgresAddress address) {
        return small(PostgresOptions.observer(address, Time.system(), split()));
    }

    static WriteId nextId() {
        return WriteId.create(split());
    }

    private static SplittableRandom split() {
        LOCK.lock();
        try {
            return RANDOM.split();
        } finally {
            LOCK.unlock();
        }
    }

    static WriteResult reserve(Ledger ledger, WorkerId worker, String key) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Reserve(nextId(), Samples.attached(key), worker, Samples.intent(1)));
    }

    static OperationRecord reserved(Ledger ledger, WorkerId worker, String key) throws InterruptedException {
        return ((WriteResult.Committed) reserve(ledger, worker, key)).record();
    }

    static WriteResult answer(Ledger ledger, OperationRecord sent, String text) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Settle(
                        nextId(),
                        sent.version(),
                        Samples.outcome(AttemptCategory.FINAL),
                        Samples.succeeded(),
                        List.of(Samples.result(text))));
    }

    private static PostgresOptions small(PostgresOptions options) {
        return options.withSettings(PostgresSettings.defaults().withConnections(4));
    }
}
