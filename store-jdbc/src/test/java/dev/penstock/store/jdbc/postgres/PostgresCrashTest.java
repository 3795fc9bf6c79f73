package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.Steps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server that dies, or throws its clients out, loses nothing that was acknowledged, and the ledger goes on by itself. */
class PostgresCrashTest {

    private static final int CALLERS = 8;

    private final Map<String, OperationRecord> sent = new ConcurrentHashMap<>();
    private final Map<String, OperationRecord> answered = new ConcurrentHashMap<>();
    private final AtomicBoolean enough = new AtomicBoolean();

    @Test
    @DisplayName("R-OP-5 kill -9 of the server in the middle of writes: whatever was acknowledged is there afterwards")
    void write_serverKilled_hasEverythingThatWasAcknowledged() throws IOException, InterruptedException {
        try (PostgresServer server = PostgresServer.ownOne()) {
            PostgresAddress database = server.newStore();
            try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
                List<Thread> callers = start(ledger);
                awaitAnswers(100);
                server.kill();
                server.startAgain();
                awaitAnswers(answered.size() + 50);
                finish(callers);

                assertEverythingIsThere(ledger);
            }
        }
    }

    @Test
    @DisplayName(
            "R-OP-5 connections that are cut off in the middle of writes cost nobody a result, and none is written twice")
    void write_connectionsCutOff_areReplaced() throws InterruptedException {
        PostgresAddress database = PostgresServer.shared().newStore();
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            List<Thread> callers = start(ledger);
            for (int cut = 1; cut <= 10; cut++) {
                awaitAnswers(answered.size() + 10);
                PostgresServer.tell(
                        database,
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            }
            awaitAnswers(answered.size() + 10);
            finish(callers);

            assertEverythingIsThere(ledger);
        }
        PostgresServer.shared().drop(database);
    }

    @Test
    @DisplayName("R-OP-5 a server that is away refuses whoever comes, and is there again by itself when it is back")
    void read_serverAway_isRefusedUntilItIsBack() throws IOException, InterruptedException {
        try (PostgresServer server = PostgresServer.ownOne()) {
            PostgresAddress database = server.newStore();
            try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
                WorkerId worker = ledger.workers().register();
                OperationRecord kept = Steps.reserved(ledger, worker, "kept");
                server.kill();
                for (int caller = 0; caller < 100; caller++) {
                    assertThatThrownBy(() -> ledger.operations()
                                    .generations(Tenant.LOCAL, kept.ref().operation()))
                            .isInstanceOf(StoreException.class);
                }
                server.startAgain();

                awaitAnswer(() ->
                        ledger.operations().generations(Tenant.LOCAL, kept.ref().operation()));

                assertThat(Steps.answer(ledger, kept, "answer")).isInstanceOf(WriteResult.Committed.class);
            }
        }
    }

    private static void awaitAnswer(Runnable question) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            try {
                question.run();
                return;
            } catch (StoreException e) {
                never.await(10, java.util.concurrent.TimeUnit.MILLISECONDS);
            }
        }
    }

    private List<Thread> start(PostgresLedger ledger) {
        WorkerId worker = ledger.workers().register();
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            String name = "c" + caller + "-";
            callers.add(Thread.startVirtualThread(() -> work(ledger, worker, name)));
        }
        return callers;
    }

    /** Answers one operation after another; what the store cannot say at the moment is left as it is. */
    private void work(PostgresLedger ledger, WorkerId worker, String name) {
        for (int i = 0; !enough.get(); i++) {
            String key = name + i;
            try {
                if (Steps.reserve(ledger, worker, key) instanceof WriteResult.Committed reserved) {
                    sent.put(key, reserved.record());
                    if (Steps.answer(ledger, reserved.record(), "answer " + key)
                            instanceof WriteResult.Committed settled) {
                        answered.put(key, settled.record());
                    }
                }
            } catch (StoreException e) {
                // Nobody was told that it is durable.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void awaitAnswers(int count) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        while (answered.size() < count) {
            never.await(10, java.util.concurrent.TimeUnit.MILLISECONDS);
        }
    }

    private void finish(List<Thread> callers) throws InterruptedException {
        enough.set(true);
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private void assertEverythingIsThere(PostgresLedger ledger) {
        assertThat(sent.values())
                .allSatisfy(record -> assertThat(ledger.operations()
                                .history(record.ref())
                                .orElseThrow()
                                .attempts())
                        .hasSize(1));
        assertThat(answered.values()).allSatisfy(record -> {
            assertThat(ledger.operations()
                            .history(record.ref())
                            .orElseThrow()
                            .record()
                            .state())
                    .isEqualTo(OperationState.SUCCEEDED);
            assertThat(ledger.operations().body(record.ref(), StoredBody.Kind.RESULT))
                    .isPresent();
        });
    }
}
