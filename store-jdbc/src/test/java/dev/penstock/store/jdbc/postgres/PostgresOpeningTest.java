package dev.penstock.store.jdbc.postgres;

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
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is opened, what is refused, and why (design 8, "PostgreSQL"). */
class PostgresOpeningTest {

    /** How many wait for the operations' table. */
    private static final String WAITING = """
            SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'operation'::regclass
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""";

    private final PostgresServer server = PostgresServer.shared();

    @Test
    @DisplayName("several nodes that start at once on an empty database make one schema and one key")
    void open_emptyDatabaseBySeveralNodes_isMadeOnce() throws InterruptedException, ExecutionException {
        PostgresAddress database = server.newDatabase();
        int versions = PostgresSchema.MIGRATIONS.scripts().size();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<PostgresLedger>> nodes = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                nodes.add(threads.submit(() -> PostgresLedger.open(PostgresStores.engine(database))));
            }
            byte[] key = nodes.getFirst().get().keyRing().key(1);
            for (Future<PostgresLedger> node : nodes) {
                assertThat(node.get().keyRing().key(1)).isEqualTo(key);
                node.get().close();
            }
        }
        assertThat(PostgresServer.ask(database, "SELECT max(version) || ' of ' || count(*) FROM schema_version"))
                .isEqualTo(versions + " of " + versions);
    }

    @Test
    void open_newerSchema_isRefused() {
        PostgresAddress database = server.newStore();
        PostgresServer.tell(database, "INSERT INTO schema_version (version, name, applied_at) VALUES (99, 'V99', 0)");

        assertRefused(PostgresStores.engine(database), Kind.INCOMPATIBLE, "newer Penstock (schema 99");
        assertRefused(PostgresStores.observer(database), Kind.INCOMPATIBLE, "newer Penstock (schema 99");
    }

    @Test
    @DisplayName("a store of the first version is brought forward and keeps what it holds")
    void open_firstSchema_isMigrated() throws InterruptedException {
        PostgresAddress database = server.newStore();
        OperationRecord sent;
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            sent = Steps.reserved(ledger, ledger.workers().register(), "k");
        }
        takeBackToTheFirstVersion(database);
        assertRefused(PostgresStores.observer(database), Kind.INCOMPATIBLE, "older Penstock");

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            assertThat(ledger.apiKeys().list()).isEmpty();
            assertThat(ledger.operations().find(Tenant.LOCAL, sent.key())).isPresent();
        }
    }

    @Test
    @DisplayName(
            "while somebody reads a table, as a dump does, an upgrade gives way: others write, and it ends after that")
    void open_olderSchemaBesideADump_givesWay() throws Exception {
        PostgresAddress database = server.newStore();
        try (PostgresLedger working = PostgresLedger.open(PostgresStores.engine(database));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection dump = PostgresServer.connect(database)) {
            WorkerId worker = working.workers().register();
            takeBackToTheFirstVersion(database);
            dump.setAutoCommit(false);
            dump.prepareStatement("SELECT count(*) FROM operation").executeQuery();

            Future<PostgresLedger> upgraded =
                    threads.submit(() -> PostgresLedger.open(PostgresStores.engine(database)));
            while (PostgresServer.ask(database, WAITING).equals("0")) {
                LockSupport.parkNanos(20_000_000);
            }
            Steps.reserved(working, worker, "meanwhile");

            assertThat(upgraded).isNotDone();
            dump.rollback();
            try (PostgresLedger ledger = upgraded.get()) {
                assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                        .isEqualTo(Map.of(OperationState.DISPATCHING, 1L));
            }
        }
    }

    @Test
    @DisplayName("who holds a table for too long is named, and nothing has been changed")
    void open_olderSchemaBesideAnEndlessDump_saysWhoHoldsIt() throws SQLException {
        PostgresAddress database = server.newStore();
        takeBackToTheFirstVersion(database);
        try (Connection dump = PostgresServer.connect(database)) {
            dump.setAutoCommit(false);
            dump.prepareStatement("SET application_name = 'pg_dump'").execute();
            dump.prepareStatement("SELECT count(*) FROM operation").executeQuery();

            assertRefused(
                    PostgresStores.engine(database, impatient()),
                    Kind.BUSY,
                    "somebody has held them for 2 minutes: wait for, or end, pg_dump (process ");
        }
        assertThat(PostgresServer.ask(database, "SELECT max(version) FROM schema_version"))
                .isEqualTo("1");
    }

    /** Every pause takes some minutes. */
    private static Time impatient() {
        VirtualTime virtual = new VirtualTime();
        Sleeper sleeper = new Sleeper() {
            @Override
            public void sleep(long nanos) {
                virtual.advance(Duration.ofMinutes(3));
            }

            @Override
            public boolean await(Signal signal, long nanos) {
                throw new UnsupportedOperationException();
            }
        };
        return new Time(virtual.time().ticker(), virtual.time().wall(), sleeper, virtual);
    }

    /** As the first version made it. */
    private static void takeBackToTheFirstVersion(PostgresAddress database) {
        PostgresServer.tell(
                database,
                "DROP TABLE api_key; DROP TABLE spend; DROP TABLE retry_token; DROP INDEX operation_ambiguous;"
                        + " DROP INDEX operation_listing;"
                        + " ALTER TABLE operation DROP CONSTRAINT operation_op_key_tenant_generation_key,"
                        + " DROP CONSTRAINT operation_operation_id_tenant_generation_key,"
                        + " ADD UNIQUE (tenant, op_key, generation), ADD UNIQUE (tenant, operation_id, generation);"
                        + " DELETE FROM schema_version WHERE version > 1");
    }

    @Test
    @DisplayName("another program's database is not touched")
    void open_foreignDatabase_isRefused() {
        PostgresAddress database = server.newDatabase();
        PostgresServer.tell(database, "CREATE TABLE theirs (a int)");

        assertRefused(PostgresStores.engine(database), Kind.INCOMPATIBLE, "not a store of Penstock");
        assertThat(PostgresServer.ask(database, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"))
                .isEqualTo("1");
    }

    @Test
    void openObserver_emptyDatabase_makesNothing() {
        PostgresAddress database = server.newDatabase();

        assertRefused(PostgresStores.observer(database), Kind.INCOMPATIBLE, "no store");
        assertThat(PostgresServer.ask(database, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"))
                .isEqualTo("0");
    }

    @Test
    @DisplayName("a server that may lose what it acknowledged is refused, unless that is accepted")
    void open_asynchronousCommit_isRefused() {
        PostgresAddress database = server.newStore();
        PostgresServer.tell(database, "ALTER DATABASE " + database.database() + " SET synchronous_commit = off");

        assertRefused(PostgresStores.engine(database), Kind.UNSAFE_SETTINGS, "synchronous_commit is off");
        PostgresOptions accepted = PostgresStores.engine(database);
        PostgresLedger.open(accepted.withSettings(accepted.settings().withUnsafe()))
                .close();
    }

    @Test
    @DisplayName("what cannot be reached is named, its password is not")
    void open_nowhere_isNamedWithoutItsPassword() {
        PostgresAddress missing = server.address("nowhere");
        PostgresAddress secret = new PostgresAddress(
                missing.hosts(), missing.database(), missing.user(), "hunter2", missing.parameters());

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> PostgresLedger.open(PostgresStores.engine(secret)))
                .withMessageContaining("no such database")
                .withMessageContaining("/nowhere")
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE))
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("hunter2"));
        assertThat(PostgresStores.engine(secret).toString()).doesNotContain("hunter2");
    }

    @Test
    @DisplayName("a restored copy is recognised: its open work is unknown before anything is dispatched, once")
    void open_copyOfAStore_doubtsItsOpenWork() throws InterruptedException {
        PostgresAddress original = server.newStore();
        OperationRecord sent;
        OperationRecord done;
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(original))) {
            WorkerId worker = ledger.workers().register();
            sent = Steps.reserved(ledger, worker, "sent");
            done = Steps.reserved(ledger, worker, "done");
            Steps.answer(ledger, done, "answer");
            ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("queued")));
        }
        PostgresAddress copy = server.copy(original);

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(copy))) {
            WorkerId worker = ledger.workers().register();
            assertThat(ledger.operations().claimDue(worker, 10)).isEmpty();
            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 2L, OperationState.SUCCEEDED, 1L));
            assertThat(Steps.answer(ledger, sent, "late")).isInstanceOf(WriteResult.Fenced.class);
            Steps.reserved(ledger, worker, "new");
        }
        try (PostgresLedger again = PostgresLedger.open(PostgresStores.engine(copy))) {
            again.workers().recover();
            assertThat(again.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .containsEntry(OperationState.DISPATCHING, 1L);
        }
    }

    @Test
    @DisplayName("a running node that finds another server behind its address doubts the open work before it writes")
    void write_otherServerTookOver_doubtsTheOpenWork() throws InterruptedException {
        PostgresAddress database = server.newStore();
        try (PostgresLedger one = PostgresLedger.open(PostgresStores.engine(database))) {
            OperationRecord sent = Steps.reserved(one, one.workers().register(), "sent");
            PostgresServer.tell(database, "UPDATE meta SET value = 'another server' WHERE name = 'server'");
            try (PostgresLedger two = PostgresLedger.open(PostgresStores.engine(database))) {
                Steps.reserved(two, two.workers().register(), "new");
            }

            assertThat(one.operations()
                            .history(sent.ref())
                            .orElseThrow()
                            .record()
                            .state())
                    .isEqualTo(OperationState.UNKNOWN_OUTCOME);
        }
    }

    @Test
    @DisplayName("however much there is to doubt, it is not ended for taking longer than a statement may")
    void write_muchOpenWorkElsewhere_doubtsItAllTheSame() {
        PostgresAddress database = server.newStore();
        PostgresServer.tell(database, """
                INSERT INTO operation (tenant, op_key, operation_id, generation, fingerprint_version, fingerprint_key,
                    fingerprint, payload_version, mode, replay, max_attempts, route, state, epoch, created_write,
                    last_write, received_at, deadline_at)
                SELECT 'local', 'key' || n, 'id' || n, 1, 1, 1, '', '', 'background', 'after_rejection', 4, 'route',
                    'received', 0, 0, 0, 0, 0
                FROM generate_series(1, 2500) AS n""");
        PostgresServer.tell(database, "INSERT INTO meta (name, value) VALUES ('server', 'another server')");
        PostgresServer.tell(
                database,
                "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN PERFORM pg_sleep(3); RETURN NULL; END';"
                        + " CREATE TRIGGER slow BEFORE DELETE ON ready EXECUTE FUNCTION slow()");

        PostgresOptions options = PostgresStores.engine(database);
        try (PostgresLedger ledger = PostgresLedger.open(options.withSettings(hasty(options.settings())))) {
            ledger.workers().register();

            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 2_500L));
        }
    }

    private static PostgresSettings hasty(PostgresSettings settings) {
        return new PostgresSettings(
                settings.connections(),
                settings.patience(),
                Duration.ofSeconds(2),
                settings.lockTimeout(),
                settings.lease(),
                settings.maxGroup(),
                settings.queue(),
                settings.pooled(),
                settings.unsafe());
    }

    @Test
    @DisplayName("a dump that was restored into its own database is recognised, also by a node that went on running")
    void write_restoredInPlace_doubtsTheOpenWork() throws InterruptedException {
        PostgresAddress database = server.newStore();
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            OperationRecord sent = Steps.reserved(ledger, ledger.workers().register(), "sent");
            ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("queued")));

            restoreInPlace(database);

            assertThat(ledger.operations().claimDue(ledger.workers().register(), 10))
                    .isEmpty();
            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 2L));
            assertThat(Steps.answer(ledger, sent, "late")).isInstanceOf(WriteResult.Fenced.class);
            Steps.reserved(ledger, ledger.workers().register(), "new");
        }
        try (PostgresLedger again = PostgresLedger.open(PostgresStores.engine(database))) {
            again.workers().register();
            assertThat(again.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .as("once")
                    .containsEntry(OperationState.DISPATCHING, 1L);
        }
    }

    @Test
    @DisplayName("a store that does not remember its table yet, as older ones, notes it and doubts nothing")
    void write_olderStore_notesItsTable() throws InterruptedException {
        PostgresAddress database = server.newStore();
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            Steps.reserved(ledger, ledger.workers().register(), "sent");
        }
        PostgresServer.tell(database, "DELETE FROM meta WHERE name = 'operation_table'");

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            ledger.workers().register();
            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEqualTo(Map.of(OperationState.DISPATCHING, 1L));
        }
        assertThat(PostgresServer.ask(database, "SELECT count(*) FROM meta WHERE name = 'operation_table'"))
                .isEqualTo("1");
    }

    /** As {@code pg_restore --clean} does it: the tables are dropped and made anew, with the same rows. */
    private static void restoreInPlace(PostgresAddress database) {
        PostgresServer.tell(
                database,
                "CREATE TABLE restored (LIKE operation INCLUDING ALL);"
                        + " INSERT INTO restored OVERRIDING SYSTEM VALUE SELECT * FROM operation;"
                        + " DROP TABLE operation CASCADE;"
                        + " ALTER TABLE restored RENAME TO operation;"
                        + " SELECT setval(pg_get_serial_sequence('operation', 'op'), (SELECT max(op) FROM operation))");
    }

    @Test
    void backup_anywhere_namesTheServersTools() {
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(server.newStore()))) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> ledger.maintenance().backup(Path.of("copy")))
                    .withMessageContaining("pg_dump");
            assertThat(ledger.maintenance().confirmCopy()).isZero();
        }
    }

    private static void assertRefused(PostgresOptions options, Kind kind, String message) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> PostgresLedger.open(options))
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(kind))
                .withMessageContaining(message);
    }
}
