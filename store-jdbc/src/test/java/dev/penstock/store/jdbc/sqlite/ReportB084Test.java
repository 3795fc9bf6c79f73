package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B084: somebody outside holds the write lock. Writers wait for it, within bounds, and fail closed beyond them. */
class ReportB084Test {

    @TempDir
    private Path directory;

    /** Holds the write lock of a store from its first line of input to its second. */
    static final class LockerMain {
        public static void main(String[] arguments) throws IOException, SQLException {
            try (Connection connection = Opened.foreign(Path.of(arguments[0]));
                    Statement statement = connection.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                System.out.println("locked");
                int ignored = System.in.read();
                statement.execute("ROLLBACK");
                System.out.println("released " + ignored);
            }
        }
    }

    @Test
    @DisplayName("B084 a lock held for less than the busy timeout only delays the write")
    void write_lockHeldForAWhile_waits() throws IOException, InterruptedException {
        try (SqliteLedger ledger = open(Duration.ofMinutes(1));
                ChildJvm locker = ChildJvm.start(LockerMain.class, file().toString())) {
            WorkerId worker = ledger.workers().register();
            assertThat(locker.line()).isEqualTo("locked");
            AtomicReference<Object> outcome = new AtomicReference<>("none");
            Thread writer = Thread.startVirtualThread(() -> outcome.set(attempt(ledger, worker)));
            while (writer.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEmpty();

            locker.say("enough");
            writer.join();

            assertThat(outcome.get()).isInstanceOf(WriteResult.Committed.class);
        }
    }

    @Test
    @DisplayName("B084 a lock held beyond it: BUSY, nothing was written, and the store works again afterwards")
    void write_lockHeldTooLong_failsClosed() throws IOException, InterruptedException {
        try (SqliteLedger ledger = open(Duration.ofMillis(200));
                ChildJvm locker = ChildJvm.start(LockerMain.class, file().toString())) {
            WorkerId worker = ledger.workers().register();
            assertThat(locker.line()).isEqualTo("locked");

            for (int i = 0; i < 3; i++) {
                assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(() -> Steps.reserve(ledger, worker, "k"))
                        .satisfies(busy -> assertThat(busy.kind()).isEqualTo(Kind.BUSY));
            }
            locker.say("enough");
            assertThat(locker.line()).startsWith("released");

            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEmpty();
            assertThat(Steps.reserve(ledger, worker, "k")).isInstanceOf(WriteResult.Committed.class);
        }
    }

    @Test
    @DisplayName("B084 sixteen threads that read and then claim, beside an outsider that writes: nobody is told busy")
    void claim_manyThreadsAndAnOutsider_neverBusy() throws InterruptedException, SQLException {
        try (SqliteLedger ledger = open(Duration.ofMinutes(1));
                SqliteLedger outsider = SqliteLedger.open(Opened.observer(file()))) {
            for (int i = 0; i < 64; i++) {
                ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("k" + i)));
            }
            ConcurrentLinkedQueue<Object> outcomes = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                WorkerId worker = ledger.workers().register();
                threads.add(Thread.startVirtualThread(() -> claimAll(ledger, worker, outcomes)));
            }
            for (int i = 0; i < 50; i++) {
                outsider.pauses().remove("account:none");
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(outcomes).hasSize(64).allMatch(OperationRecord.class::isInstance);
            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .containsEntry(OperationState.CLAIMED, 64L);
        }
        assertThat(Opened.ask(file(), "PRAGMA integrity_check")).isEqualTo("ok");
    }

    private static void claimAll(SqliteLedger ledger, WorkerId worker, ConcurrentLinkedQueue<Object> outcomes) {
        OperationFilter received =
                new OperationFilter(java.util.Set.of(OperationState.RECEIVED), null, null, null, false);
        try {
            List<OperationRecord> seen;
            do {
                seen = ledger.operations().list(Tenant.LOCAL, received, null, 5).records();
                for (OperationRecord record : seen) {
                    WriteResult result = ledger.operations()
                            .write(new OperationWrite.Claim(Steps.nextId(), record.version(), worker));
                    if (result instanceof WriteResult.Committed committed) {
                        outcomes.add(committed.record());
                    }
                }
            } while (!seen.isEmpty());
        } catch (StoreException | InterruptedException e) {
            outcomes.add(e);
        }
    }

    private static Object attempt(SqliteLedger ledger, WorkerId worker) {
        try {
            return Steps.reserve(ledger, worker, "k");
        } catch (StoreException | InterruptedException e) {
            return e;
        }
    }

    private SqliteLedger open(Duration busyTimeout) {
        return SqliteLedger.open(
                Opened.engine(file()).withSettings(SqliteSettings.defaults().withBusyTimeout(busyTimeout)));
    }

    private Path file() {
        return directory.resolve("store.db");
    }
}
