package dev.penstock.store.jdbc;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.Samples;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/** What a process does with an operation, step by step. */
public final class Steps {

    private static final SplittableRandom RANDOM = new SplittableRandom(20261130);
    private static final ReentrantLock LOCK = new ReentrantLock();

    private Steps() {}

    /** A write's id. */
    public static WriteId nextId() {
        LOCK.lock();
        try {
            return WriteId.create(RANDOM);
        } finally {
            LOCK.unlock();
        }
    }

    /** Takes an attached operation in with its first intent. */
    public static WriteResult reserve(Ledger ledger, WorkerId worker, String key) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Reserve(nextId(), Samples.attached(key), worker, Samples.intent(1)));
    }

    /** The same for a key that is free. */
    public static OperationRecord reserved(Ledger ledger, WorkerId worker, String key) throws InterruptedException {
        return ((WriteResult.Committed) reserve(ledger, worker, key)).record();
    }

    static WriteResult settle(Ledger ledger, OperationRecord sent, AttemptCategory category, Next next)
            throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Settle(nextId(), sent.version(), Samples.outcome(category), next, List.of()));
    }

    /** Settles it with an answer. */
    public static WriteResult answer(Ledger ledger, OperationRecord sent, String text) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Settle(
                        nextId(),
                        sent.version(),
                        Samples.outcome(AttemptCategory.FINAL),
                        Samples.succeeded(),
                        List.of(Samples.result(text))));
    }

    static WriteResult reopen(Ledger ledger, OperationRecord record) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Decide(
                        nextId(),
                        record.version(),
                        new Decision("caller", "repeat", new Decision.Kind.Reopen(Duration.ofMinutes(1)))));
    }
}
