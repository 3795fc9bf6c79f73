package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.DoubtedWork;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.Samples;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies: whole, made beside a working engine, and silent until somebody confirms them (design 8, "SQLite"). */
class BackupTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("a restored copy dispatches nothing until its open work is confirmed")
    void open_copy_dispatchesNothingUntilConfirmed() throws InterruptedException {
        OperationRecord received = makeStoreAndCopy();
        try (SqliteLedger copy = SqliteLedger.open(Opened.engine(copy()))) {
            WorkerId worker = copy.workers().register();

            assertThat(copy.operations().claimDue(worker, 10)).isEmpty();
            assertRefused(Steps.reserve(copy, worker, "new"));
            assertRefused(
                    copy.operations().write(new OperationWrite.Claim(Steps.nextId(), received.version(), worker)));
            assertRefused(copy.operations()
                    .write(new OperationWrite.Intend(Steps.nextId(), received.version(), worker, Samples.intent(1))));
            assertThat(Steps.reserve(copy, worker, "answered")).isInstanceOf(WriteResult.Exists.class);

            assertThat(copy.maintenance().confirmCopy()).isEqualTo(2);

            assertThat(copy.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 2L, OperationState.SUCCEEDED, 1L));
            assertThat(copy.operations().claimDue(worker, 10)).isEmpty();
            assertThat(Steps.reserve(copy, worker, "new")).isInstanceOf(WriteResult.Committed.class);
        }
    }

    @Test
    @DisplayName(
            "R-OP-10 what was sent, and what the original may have sent since, is counted and not run again beside itself")
    void confirmCopy_openWork_isCountedAndNotRerun() throws InterruptedException {
        OperationRecord received = makeStoreAndCopy();
        try (SqliteLedger copy = SqliteLedger.open(Opened.engine(copy()))) {
            OperationRecord sent = copy.operations()
                    .find(Tenant.LOCAL, new IdempotencyKey("sent"))
                    .orElseThrow();

            copy.maintenance().confirmCopy();

            DoubtedWork.requireCounted(copy, sent, received);
            DoubtedWork.requireStillRunning(copy, sent, received);
            DoubtedWork.requireAnswerCounts(copy, sent);
        }
    }

    @Test
    @DisplayName("an observer confirms a copy under a running engine, and the engine goes on")
    void confirmCopy_byAnObserver_isSeenByTheEngine() throws InterruptedException {
        makeStoreAndCopy();
        try (SqliteLedger copy = SqliteLedger.open(Opened.engine(copy()))) {
            WorkerId worker = copy.workers().register();
            assertRefused(Steps.reserve(copy, worker, "new"));
            try (SqliteLedger observer = SqliteLedger.open(Opened.observer(copy()))) {
                observer.maintenance().confirmCopy();
            }

            assertThat(Steps.reserve(copy, worker, "new")).isInstanceOf(WriteResult.Committed.class);
        }
    }

    @Test
    void backup_existingTarget_isRefusedAndKept() throws InterruptedException, SQLException {
        makeStoreAndCopy();
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> ledger.maintenance().backup(copy()))
                    .withMessageContaining("already");
        }
        assertThat(Opened.ask(copy(), "SELECT count(*) FROM operation")).isEqualTo("3");
    }

    @Test
    @DisplayName("the original goes on as if nothing had been copied")
    void backup_original_staysConfirmed() throws InterruptedException {
        OperationRecord received = makeStoreAndCopy();
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            assertThat(ledger.operations().claimDue(ledger.workers().register(), 10))
                    .extracting(OperationRecord::ref)
                    .containsExactly(received.ref());
        }
    }

    @Test
    @DisplayName("a copy made among writes is of one moment: every answer in it has its attempt and its body")
    void backup_amongWrites_isConsistent() throws InterruptedException, SQLException {
        AtomicBoolean enough = new AtomicBoolean();
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            WorkerId worker = ledger.workers().register();
            for (int i = 0; i < 50; i++) {
                Steps.answer(ledger, Steps.reserved(ledger, worker, "before" + i), "answer");
            }
            Thread busy = Thread.startVirtualThread(() -> answerUntil(ledger, worker, enough));
            ledger.maintenance().backup(copy());
            enough.set(true);
            busy.join();
        }

        assertThat(Opened.ask(copy(), "PRAGMA integrity_check")).isEqualTo("ok");
        assertThat(Opened.ask(copy(), "SELECT count(*) >= 50 FROM operation WHERE state = 'succeeded'"))
                .isEqualTo("1");
        assertThat(Opened.ask(
                        copy(),
                        "SELECT count(*) FROM operation o WHERE state = 'succeeded' AND NOT EXISTS ("
                                + "SELECT 1 FROM operation_body b WHERE b.op = o.op AND b.kind = 'result')"))
                .isEqualTo("0");
    }

    private static void answerUntil(SqliteLedger ledger, WorkerId worker, AtomicBoolean enough) {
        try {
            for (int i = 0; !enough.get(); i++) {
                Steps.answer(ledger, Steps.reserved(ledger, worker, "during" + i), "answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private OperationRecord makeStoreAndCopy() throws InterruptedException {
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            WorkerId worker = ledger.workers().register();
            Steps.answer(ledger, Steps.reserved(ledger, worker, "answered"), "answer");
            Steps.reserved(ledger, worker, "sent");
            WriteResult received = ledger.operations()
                    .write(new OperationWrite.Accept(Steps.nextId(), Samples.background("received")));
            ledger.maintenance().backup(copy());
            OperationRecord record = ((WriteResult.Committed) received).record();
            assertThat(ledger.operations().body(record.ref(), StoredBody.Kind.REQUEST))
                    .isPresent();
            return record;
        }
    }

    private static void assertRefused(WriteResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).isEqualTo(Why.UNCONFIRMED_COPY));
    }

    private Path file() {
        return directory.resolve("store.db");
    }

    private Path copy() {
        return directory.resolve("copy.db");
    }
}
