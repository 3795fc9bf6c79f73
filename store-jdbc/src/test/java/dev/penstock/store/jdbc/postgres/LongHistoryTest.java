package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.Samples;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A history of many finished operations is read by nobody who does not ask for it, as the server itself counts. */
class LongHistoryTest {

    private static final int HISTORY = 20_000;
    private static final int CALLERS = 8;

    private static final String READ_IN_SEQUENCE = """
            SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE relname IN
                ('operation', 'operation_body', 'attempt', 'delivery', 'evidence', 'decision')""";

    /** Without the tables that these tests fill with a few rows, which may well be read whole. */
    private static final String LARGE_READ_IN_SEQUENCE = """
            SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE relname IN
                ('operation', 'operation_body', 'attempt', 'delivery')""";

    private static final String DELIVERED = "SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'delivery'";

    private static final String LISTED =
            "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'operation_listing'";

    private static final String BY_INDEX = "SELECT idx_scan FROM pg_stat_user_tables WHERE relname = 'operation'";

    private static final String FILL = """
            INSERT INTO operation (tenant, op_key, operation_id, generation, fingerprint_version, fingerprint_key,
                fingerprint, payload_version, mode, replay, max_attempts, route, state, reason, epoch, created_write,
                last_write, received_at, deadline_at, settled_at, started, charged, sent)
            SELECT 'local', 'past ' || i, 'op_01' || lpad(i::text, 24, '0'), 1, 1, 1,
                decode(repeat('a1', 32), 'hex'), '', 'background', 'after_rejection', 4, 'deepseek', 'succeeded', 'answered',
                1, i, i, i, i, i, 1, 1, 1 FROM generate_series(1, %1$d) AS i;
            INSERT INTO attempt (op, number, epoch, kind, route, model, edits, streamed, hard_limit, must_remain,
                started_at, intent_write, ended_at, category)
            SELECT op, 1, 1, 'original', 'deepseek', 'm', '', 0, 1, 1, 1, op, 1, 'final' FROM operation
            WHERE op_key LIKE 'past %%';
            INSERT INTO operation_body (op, kind, content_type, bytes)
            SELECT op, 'result', 'application/json', '\\x7b7d'::bytea FROM operation
            WHERE op_key LIKE 'past %%';
            INSERT INTO delivery (op, write, kind, at) SELECT op, op, 'answered', 1 FROM operation
            WHERE op_key LIKE 'past %%'""".formatted(HISTORY);

    private static final String NO_STATISTICS = Stream.of("operation", "operation_body", "attempt", "delivery")
            .map(table -> "ALTER TABLE " + table + " SET (autovacuum_enabled = false)")
            .collect(Collectors.joining(";"));

    private static final String READ_BY_INDEX = """
            SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE relname IN
                ('operation', 'operation_body', 'attempt', 'delivery')""";

    private static final String READ_OF_OPERATIONS_BY_AGE =
            "SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname = 'operation_settled'";

    /** A few are old: first more of another tenant's than one look reads, then the local tenant's. */
    private static final String AGED = """
            UPDATE operation SET tenant = 'other' WHERE op <= 1200;
            UPDATE operation SET settled_at = (extract(epoch FROM now()) * 1000)::bigint WHERE op > 2900;
            ANALYZE operation""";

    @Test
    @DisplayName("claims, keyed look-ups, every step of a call, recovery and what is watched use indexes")
    void everyday_work_readsNoHistory() throws InterruptedException {
        PostgresAddress database = filled();
        long before = number(database, READ_IN_SEQUENCE);

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            WorkerId worker = ledger.workers().register();
            rounds(ledger, worker, "");
            ledger.workers().recover();
            ledger.operations().backlog();
            ledger.operations().decisions(0);
            ledger.operations().list(Tenant.LOCAL, OperationFilter.all(), null, 10);
        }

        awaitCounted(database, BY_INDEX, 100);
        assertThat(number(database, READ_IN_SEQUENCE) - before).isLessThan(HISTORY);
    }

    @Test
    @DisplayName("plans that the server made while the store was empty read no history once it has grown")
    void plansOfAnEmptyStore_stayGood() throws InterruptedException {
        PostgresAddress database = PostgresServer.shared().newStore();
        PostgresServer.tell(database, NO_STATISTICS);

        long sequence;
        long byIndex;
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            WorkerId worker = ledger.workers().register();
            together(i -> caller(ledger, worker, "young " + i));
            PostgresServer.tell(database, FILL);
            awaitCounted(database, DELIVERED, HISTORY);
            sequence = number(database, LARGE_READ_IN_SEQUENCE);
            byIndex = number(database, READ_BY_INDEX);
            together(i -> caller(ledger, worker, "grown " + i));
        }

        awaitCounted(database, BY_INDEX, CALLERS * 20L * 2);
        assertThat(number(database, LARGE_READ_IN_SEQUENCE) - sequence).isLessThan(HISTORY);
        assertThat(number(database, READ_BY_INDEX) - byIndex).isLessThan(2 * HISTORY);
    }

    @Test
    @DisplayName("retention reads what it removes and what is as old as that")
    void prune_partOfTheHistory_readsNoMore() {
        PostgresAddress database = filled();
        PostgresServer.tell(database, AGED);
        awaitCounted(
                database, "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'operation'", HISTORY - 1_700);
        long before = number(database, READ_IN_SEQUENCE);

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            assertThat(ledger.maintenance().prune(Tenant.LOCAL, Maintenance.Retention.defaults()))
                    .isEqualTo(new Maintenance.Pruned(1_700, 1_700));
        }

        awaitCounted(database, "SELECT n_tup_del FROM pg_stat_user_tables WHERE relname = 'operation'", 1_700);
        assertThat(number(database, READ_IN_SEQUENCE) - before).isLessThan(HISTORY);
        assertThat(number(database, "SELECT min(op) * 100000 + count(*) FROM operation WHERE tenant = 'local'"))
                .isEqualTo(2_901 * 100_000 + HISTORY - 2_900);
    }

    @Test
    @DisplayName("retention of a batch reads that batch alone")
    void prune_batch_readsNoHistory() {
        PostgresAddress database = filled();
        PostgresServer.tell(database, "UPDATE operation SET batch = 'b' WHERE op > 17000 AND op % 2 = 0");
        awaitCounted(database, "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'operation'", 1_500);
        long sequence = number(database, READ_IN_SEQUENCE);

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            assertThat(ledger.maintenance().pruneBatch(Tenant.LOCAL, "b"))
                    .isEqualTo(new Maintenance.Pruned(1_500, 1_500));
        }

        awaitCounted(database, "SELECT n_tup_del FROM pg_stat_user_tables WHERE relname = 'operation'", 1_500);
        assertThat(number(database, READ_IN_SEQUENCE) - sequence).isLessThan(HISTORY);
        assertThat(number(database, READ_OF_OPERATIONS_BY_AGE)).isZero();
    }

    @Test
    @DisplayName("a tenant's list reads nobody else's operations")
    void list_ofAnotherTenant_readsNoHistory() {
        PostgresAddress database = filled();
        long sequence = number(database, READ_IN_SEQUENCE);
        long byIndex = number(database, READ_BY_INDEX);

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            for (int i = 0; i < 20; i++) {
                assertThat(ledger.operations()
                                .list(new Tenant("small"), OperationFilter.all(), null, 10)
                                .records())
                        .isEmpty();
            }
            ledger.operations().list(Tenant.LOCAL, OperationFilter.all(), null, 10);
        }

        awaitCounted(database, LISTED, 21);
        assertThat(number(database, READ_IN_SEQUENCE) - sequence).isLessThan(HISTORY);
        assertThat(number(database, READ_BY_INDEX) - byIndex).isLessThan(HISTORY);
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationState.class,
            names = {"RECEIVED", "RETRY_SCHEDULED", "UNKNOWN_OUTCOME"})
    @DisplayName("a list of what is open, or unknown, reads no history")
    void list_ofWhatIsRare_readsNoHistory(OperationState state) {
        PostgresAddress database = filled();
        long sequence = number(database, READ_IN_SEQUENCE);
        long byIndex = number(database, READ_BY_INDEX);
        OperationFilter rare = new OperationFilter(Set.of(state), null, null, null, false);

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            for (int i = 0; i < 20; i++) {
                assertThat(ledger.operations()
                                .list(Tenant.LOCAL, rare, null, 10)
                                .records())
                        .isEmpty();
                assertThat(ledger.operations().count(Tenant.LOCAL, rare)).isEmpty();
            }
            ledger.operations().list(Tenant.LOCAL, OperationFilter.all(), null, 10);
        }

        awaitCounted(database, LISTED, 1);
        assertThat(number(database, READ_IN_SEQUENCE) - sequence).isLessThan(HISTORY);
        assertThat(number(database, READ_BY_INDEX) - byIndex).isLessThan(HISTORY);
    }

    @Test
    @DisplayName("the count itself sees a scan")
    void scan_isSeen() {
        PostgresAddress database = filled();
        long before = number(database, READ_IN_SEQUENCE);

        PostgresServer.ask(database, "SELECT count(*) FROM operation WHERE state = 'received'");

        awaitCounted(database, READ_IN_SEQUENCE, before + HISTORY);
    }

    /** As callers do, so that the store writes for several of them at once. */
    private static void together(IntFunction<Callable<Void>> caller) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> future : threads.invokeAll(
                    IntStream.range(0, CALLERS).mapToObj(caller).toList())) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a call failed", e.getCause());
        }
    }

    private static Callable<Void> caller(PostgresLedger ledger, WorkerId worker, String caller) {
        return () -> {
            rounds(ledger, worker, caller);
            return null;
        };
    }

    private static void rounds(PostgresLedger ledger, WorkerId worker, String caller) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            work(ledger, worker, caller, i);
        }
    }

    private static void work(PostgresLedger ledger, WorkerId worker, String caller, int i) throws InterruptedException {
        OperationRecord sent = Steps.reserved(ledger, worker, caller + "k" + i);
        Steps.answer(ledger, sent, "answer");
        ledger.operations().find(Tenant.LOCAL, sent.key());
        ledger.operations().findAll(Tenant.LOCAL, List.of(sent.key(), new IdempotencyKey("past " + (i + 1))));
        ledger.operations().history(sent.ref());
        ledger.operations().generations(Tenant.LOCAL, sent.ref().operation());
        ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background(caller + "b" + i)));
        OperationRecord claimed = ledger.operations().claimDue(worker, 1).getFirst();
        ledger.operations().write(new OperationWrite.Release(Steps.nextId(), claimed.version()));
        ledger.operations().write(new OperationWrite.RequestCancel(Steps.nextId(), claimed.ref(), "test", ""));
    }

    private static PostgresAddress filled() {
        PostgresAddress database = PostgresServer.shared().newStore();
        PostgresServer.tell(database, FILL);
        PostgresServer.tell(database, "ANALYZE");
        awaitCounted(database, DELIVERED, HISTORY);
        return database;
    }

    /** A session tells what it did when it ends, or a little later. */
    private static void awaitCounted(PostgresAddress database, String sql, long least) {
        while (number(database, sql) < least) {
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static long number(PostgresAddress database, String sql) {
        return Long.parseLong(PostgresServer.ask(database, sql));
    }
}
