package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Disks that are low, full, read-only or failing (design 8, "Writes"). */
class DiskTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("low disk: new work and new intents stop first, and outcomes are still committed")
    void write_belowTheReserve_stopsIntentsAndKeepsOutcomes() throws InterruptedException {
        Path file = directory.resolve("store.db");
        OperationRecord sent;
        OperationRecord received;
        try (SqliteLedger roomy = SqliteLedger.open(Opened.engine(file))) {
            WorkerId worker = roomy.workers().register();
            sent = Steps.reserved(roomy, worker, "sent");
            received = accept(roomy, "received");
        }
        SqliteSettings tight = SqliteSettings.defaults().withDiskReserve(Long.MAX_VALUE);
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file).withSettings(tight))) {
            WorkerId worker = ledger.workers().register();

            assertRefused(Steps.reserve(ledger, worker, "new"));
            assertRefused(
                    ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("new"))));
            assertRefused(ledger.operations()
                    .write(new OperationWrite.Intend(Steps.nextId(), received.version(), worker, Samples.intent(1))));
            assertThat(Steps.answer(ledger, sent, "answer")).isInstanceOf(WriteResult.Committed.class);
            assertThat(Steps.reserve(ledger, worker, "sent")).isInstanceOf(WriteResult.Exists.class);
        }
    }

    @Test
    @DisplayName("a full disk refuses what does not fit and keeps what was committed")
    void write_fullDisk_isFullAndLosesNothing() throws IOException, InterruptedException, SQLException {
        try (SmallDisk disk = SmallDisk.mount(directory, "size=6m")) {
            Path file = disk.path().resolve("store.db");
            SqliteSettings reckless = SqliteSettings.defaults().withDiskReserve(0);
            List<OperationRecord> sent = new ArrayList<>();
            try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file).withSettings(reckless))) {
                WorkerId worker = ledger.workers().register();

                assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(() -> fill(ledger, worker, sent))
                        .satisfies(full -> assertThat(full.kind()).isEqualTo(Kind.FULL));
            }
            assertThat(sent).isNotEmpty();
            assertThat(Opened.ask(file, "PRAGMA integrity_check")).isEqualTo("ok");
            assertThat(Opened.ask(file, "SELECT count(*) FROM operation")).isEqualTo("" + sent.size());
            disk.remount("size=32m");
            try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file).withSettings(reckless))) {
                assertThat(Steps.answer(ledger, sent.getLast(), "answer")).isInstanceOf(WriteResult.Committed.class);
            }
        }
    }

    @Test
    void open_readOnlyPlace_saysWhatToMend() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(directory, "size=6m")) {
            Path file = disk.path().resolve("store.db");
            SqliteLedger.open(Opened.engine(file)).close();
            disk.remount("ro");

            for (Path refused : List.of(file, disk.path().resolve("new.db"))) {
                assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(() -> SqliteLedger.open(Opened.engine(refused)))
                        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.READ_ONLY))
                        .withMessageContaining("rights");
            }
        }
    }

    @Test
    @DisplayName("after a failed sync nothing more is written, and what was under way is called uncertain")
    void write_failedSync_endsTheStore() throws InterruptedException {
        SqliteOptions options = Opened.engine(directory.resolve("store.db")).withCrashHook(point -> {
            if (point == CrashHook.Point.AFTER_INTENT_COMMIT) {
                throw DiskTest.<RuntimeException>hidden(
                        new SQLiteException("disk I/O error", SQLiteErrorCode.SQLITE_IOERR_FSYNC));
            }
        });
        try (SqliteLedger ledger = SqliteLedger.open(options)) {
            WorkerId worker = ledger.workers().register();
            OperationRecord before = accept(ledger, "before");

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> Steps.reserve(ledger, worker, "k"))
                    .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.UNCERTAIN));
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> accept(ledger, "after"))
                    .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE))
                    .withMessageContaining("nothing more is written");
            assertThat(ledger.operations().find(Tenant.LOCAL, before.key()))
                    .hasValueSatisfying(found -> assertThat(found.state()).isEqualTo(OperationState.RECEIVED));
        }
    }

    private static void fill(SqliteLedger ledger, WorkerId worker, List<OperationRecord> sent)
            throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            OperationRecord record = Steps.reserved(ledger, worker, "k" + i);
            sent.add(record);
            ledger.operations()
                    .write(new OperationWrite.Settle(
                            Steps.nextId(),
                            record.version(),
                            Samples.outcome(AttemptCategory.TRANSIENT),
                            Samples.retry(),
                            List.of(new StoredBody(
                                    StoredBody.Kind.ERROR, "text/plain", Samples.bytes("x".repeat(50_000))))));
        }
    }

    private static OperationRecord accept(SqliteLedger ledger, String key) throws InterruptedException {
        OperationDraft draft = Samples.background(key);
        WriteResult result = ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), draft));
        return ((WriteResult.Committed) result).record();
    }

    private static void assertRefused(WriteResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).isEqualTo(Why.LOW_DISK));
    }

    /** Throws what the driver throws, through a hook that declares nothing. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException hidden(Throwable failure) throws E {
        throw (E) failure;
    }

    /** A file system of its own, in memory, where this process may mount one. */
    private record SmallDisk(Path path) implements AutoCloseable {

        static SmallDisk mount(Path parent, String options) throws IOException {
            Path path = Files.createDirectory(parent.resolve("disk"));
            assumeTrue(run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path.toString()), "may not mount");
            return new SmallDisk(path);
        }

        void remount(String options) {
            assertThat(run("mount", "-o", "remount," + options, path.toString()))
                    .isTrue();
        }

        @Override
        public void close() {
            assertThat(run("umount", path.toString())).isTrue();
        }

        private static boolean run(String... command) {
            try {
                return new ProcessBuilder(command)
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
