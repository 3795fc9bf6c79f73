package dev.penstock.client;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationDraft.OperationSettings;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;

/** Real ledgers, looked at from beside the engine. */
final class Ledgers {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Ledgers() {}

    static Ledger open(Path folder) {
        return SqliteLedger.open(SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system()));
    }

    static OperationRecord record(Ledger ledger, String key) {
        return ledger.operations().find(Tenant.LOCAL, new IdempotencyKey(key)).orElseThrow();
    }

    /** Takes an operation in as another process would have. */
    static OperationRecord accept(Ledger ledger, String key, OperationMode mode) throws InterruptedException {
        return accept(ledger, key, mode, Duration.ofMinutes(5));
    }

    /** Takes an operation in as another process would have, with so much time. */
    static OperationRecord accept(Ledger ledger, String key, OperationMode mode, Duration remaining)
            throws InterruptedException {
        Bytes body = Bytes.wrap(Bench.BODY.getBytes(StandardCharsets.UTF_8));
        OperationDraft draft = new OperationDraft(
                Tenant.LOCAL,
                new IdempotencyKey(key),
                OperationId.create(System.currentTimeMillis(), Chance.system()),
                null,
                new Fingerprints(ledger.keyRing()).of(body, "").orElseThrow(),
                body,
                new OperationSettings(mode, ReplaySetting.AFTER_REJECTION, 4, "simulator"),
                remaining);
        WriteResult result =
                ledger.operations().write(new OperationWrite.Accept(WriteId.create(Chance.system()), draft));
        return ((WriteResult.Committed) result).record();
    }

    /** Waits until an operation has ended, whoever ends it. */
    static OperationRecord awaitSettled(Ledger ledger, String key) throws InterruptedException {
        return await(ledger, key, OperationState::isSettled);
    }

    static OperationRecord await(Ledger ledger, String key, OperationState state) throws InterruptedException {
        return await(ledger, key, state::equals);
    }

    private static OperationRecord await(Ledger ledger, String key, Predicate<OperationState> wanted)
            throws InterruptedException {
        Deadline deadline = Time.system().deadlineAfter(PATIENCE);
        OperationRecord record = record(ledger, key);
        while (!wanted.test(record.state())) {
            if (deadline.isExpired()) {
                throw new AssertionError(key + " is still " + record.state());
            }
            Time.system().sleeper().sleep(Duration.ofMillis(20).toNanos());
            record = record(ledger, key);
        }
        return record;
    }
}
