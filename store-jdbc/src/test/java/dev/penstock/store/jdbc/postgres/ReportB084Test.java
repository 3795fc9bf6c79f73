package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.Steps;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** B084: somebody outside holds a row. Who writes it waits, within bounds, and fails closed beyond them; others do not. */
class ReportB084Test {

    private final PostgresAddress database = PostgresServer.shared().newStore();
    private final PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database));

    @AfterEach
    void close() {
        ledger.close();
        PostgresServer.shared().drop(database);
    }

    @Test
    @DisplayName("B084 a row held beyond the lock's time-out: BUSY, nothing was written, and it works afterwards")
    void write_rowHeldTooLong_failsClosed() throws SQLException, InterruptedException {
        OperationRecord sent = Steps.reserved(ledger, ledger.workers().register(), "k");
        try (Connection outsider = PostgresServer.connect(database);
                Statement statement = outsider.createStatement()) {
            outsider.setAutoCommit(false);
            statement.execute("SELECT 1 FROM operation FOR UPDATE");

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> Steps.answer(ledger, sent, "answer"))
                    .satisfies(busy -> assertThat(busy.kind()).isEqualTo(Kind.BUSY));
            outsider.rollback();
        }

        assertThat(ledger.operations()
                        .history(sent.ref())
                        .orElseThrow()
                        .record()
                        .state())
                .isEqualTo(OperationState.DISPATCHING);
        assertThat(Steps.answer(ledger, sent, "answer")).isInstanceOf(WriteResult.Committed.class);
    }

    @Test
    @DisplayName("B084 a row that is held for a while only delays the write")
    void write_rowHeldForAWhile_waits() throws Exception {
        OperationRecord sent = Steps.reserved(ledger, ledger.workers().register(), "k");
        AtomicReference<Object> outcome = new AtomicReference<>("none");
        Thread writer = Thread.ofVirtual().unstarted(() -> outcome.set(attempt(ledger, sent)));
        try (Connection outsider = PostgresServer.connect(database);
                Statement statement = outsider.createStatement()) {
            outsider.setAutoCommit(false);
            statement.execute("SELECT 1 FROM operation FOR UPDATE");
            writer.start();
            while (PostgresServer.ask(database, "SELECT count(*) FROM pg_locks WHERE NOT granted")
                    .equals("0")) {
                Thread.onSpinWait();
            }
            outsider.rollback();
        }
        writer.join();

        assertThat(outcome.get()).isInstanceOf(WriteResult.Committed.class);
    }

    @Test
    @DisplayName("B084 one row of many is held: its own write waits, and those that came with it and after it do not")
    void write_oneRowOfManyHeld_onlyItsOwnWriteWaits() throws Exception {
        PostgresOptions options = PostgresStores.engine(database);
        try (PostgresLedger patient =
                PostgresLedger.open(options.withSettings(options.settings().withLockTimeout(Duration.ofMinutes(1))))) {
            onlyItsOwnWriteWaits(patient);
        }
    }

    private void onlyItsOwnWriteWaits(PostgresLedger patient) throws Exception {
        WorkerId worker = patient.workers().register();
        OperationRecord held = Steps.reserved(patient, worker, "held");
        List<OperationRecord> others = new ArrayList<>();
        for (int i = 0; i < 63; i++) {
            others.add(Steps.reserved(patient, worker, "k" + i));
        }
        AtomicReference<Object> outcome = new AtomicReference<>("none");
        Thread waiting = Thread.ofVirtual().unstarted(() -> outcome.set(attempt(patient, held)));
        List<Object> outcomes = Collections.synchronizedList(new ArrayList<>());
        try (Connection outsider = PostgresServer.connect(database);
                Statement statement = outsider.createStatement()) {
            outsider.setAutoCommit(false);
            statement.execute("SELECT 1 FROM operation WHERE op_key = 'held' FOR UPDATE");
            waiting.start();
            List<Thread> threads = others.stream()
                    .map(sent -> Thread.ofVirtual().start(() -> outcomes.add(attempt(patient, sent))))
                    .toList();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(outcomes)
                    .hasSize(63)
                    .allSatisfy(each -> assertThat(each).isInstanceOf(WriteResult.Committed.class));
            assertThat(Steps.reserve(patient, worker, "later")).isInstanceOf(WriteResult.Committed.class);
            assertThat(outcome.get()).as("what needs the held row").isEqualTo("none");
            outsider.rollback();
        }
        waiting.join();

        assertThat(outcome.get()).isInstanceOf(WriteResult.Committed.class);
        assertThat(PostgresServer.ask(database, "SELECT count(*) FROM operation WHERE state = 'succeeded'"))
                .isEqualTo("64");
    }

    private static Object attempt(PostgresLedger from, OperationRecord sent) {
        try {
            return Steps.answer(from, sent, "answer");
        } catch (StoreException | InterruptedException e) {
            return e;
        }
    }
}
