package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is opened, what is refused, and why (design 8, "SQLite"). */
class OpeningTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("every file of a store is its owner's alone")
    void open_newStore_isPrivate() throws IOException, InterruptedException {
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            Steps.reserve(ledger, ledger.workers().register(), "k");
            ledger.maintenance().backup(directory.resolve("copy.db"));

            for (String name : new String[] {"store.db", "store.db-wal", "store.db-shm", "store.db.lock", "copy.db"}) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
                        .as(name)
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void open_missingDirectory_saysSo() {
        assertRefused(directory.resolve("nowhere").resolve("store.db"), Kind.UNAVAILABLE, "no directory");
    }

    @Test
    void openObserver_missingFile_makesNone() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> SqliteLedger.open(Opened.observer(file())))
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE));
        assertThat(file()).doesNotExist();
    }

    @Test
    @DisplayName("another program's database is not touched")
    void open_foreignDatabase_isRefused() throws SQLException {
        Opened.tell(file(), "CREATE TABLE theirs (a INTEGER)");

        assertRefused(file(), Kind.INCOMPATIBLE, "not a store of Penstock");
        assertThat(Opened.ask(file(), "SELECT count(*) FROM sqlite_schema")).isEqualTo("1");
    }

    @Test
    @DisplayName("a file that is no database is named and left alone")
    void open_anythingElse_isRefusedByName() throws IOException {
        Files.writeString(file(), "something else, and long enough to be looked at\n".repeat(100));

        assertRefused(file(), Kind.INCOMPATIBLE, file() + ": this file is not a store");
        assertThat(file()).content().startsWith("something else");
    }

    @Test
    void open_newerSchema_isRefused() throws SQLException {
        SqliteLedger.open(Opened.engine(file())).close();
        Opened.tell(file(), "INSERT INTO schema_version (version, name, applied_at) VALUES (99, 'V99', 0)");

        assertRefused(file(), Kind.INCOMPATIBLE, "newer Penstock (schema 99");
    }

    @Test
    @DisplayName("a store of the first version is brought forward and keeps what it holds")
    void open_firstSchema_isMigrated() throws SQLException {
        SqliteLedger.open(Opened.engine(file())).close();
        String key = Opened.ask(file(), "SELECT hex(value) FROM meta");
        Opened.tell(file(), "DROP TABLE api_key");
        Opened.tell(file(), "DROP TABLE spend");
        Opened.tell(file(), "DROP TABLE retry_token");
        Opened.tell(file(), "DROP INDEX operation_ambiguous");
        Opened.tell(file(), "DELETE FROM schema_version WHERE version > 1");

        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            assertThat(ledger.apiKeys().list()).isEmpty();
        }

        assertThat(Opened.ask(file(), "SELECT hex(value) FROM meta")).isEqualTo(key);
    }

    @Test
    void openObserver_olderSchema_migratesNothing() throws SQLException {
        SqliteLedger.open(Opened.engine(file())).close();
        Opened.tell(file(), "DELETE FROM schema_version");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> SqliteLedger.open(Opened.observer(file())))
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE));
    }

    @Test
    @DisplayName("a damaged file is called damaged, and the message says what to restore")
    void open_damagedPages_isCorrupt() throws IOException {
        SqliteLedger.open(Opened.engine(file())).close();
        try (RandomAccessFile damaged = new RandomAccessFile(file().toFile(), "rw")) {
            for (long page = 4096; page < damaged.length(); page += 4096) {
                damaged.seek(page);
                damaged.write(new byte[4096]);
            }
        }

        assertRefused(file(), Kind.CORRUPT, "ops backup");
    }

    @Test
    void verify_settingThatDoesNotHold_isRefused() throws SQLException {
        SqliteLedger.open(Opened.engine(file())).close();
        try (SqlSession session = SqliteConnections.session(Opened.foreign(file()))) {
            session.sql("PRAGMA synchronous = OFF").run();

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> SqliteConnections.verify(session, Map.of("synchronous", "2")))
                    .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.UNSAFE_SETTINGS))
                    .withMessageContaining("synchronous is 0 and has to be 2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p", "CIFS"})
    @DisplayName("network file systems are refused")
    void refuseNetwork_networkFileSystem_isRefused(String type) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> StoreFile.refuseNetwork(type, file()))
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.UNSAFE_SETTINGS))
                .withMessageContaining(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "overlay", "tmpfs", "apfs", "NTFS"})
    void refuseNetwork_localFileSystem_isFine(String type) {
        assertThatNoException().isThrownBy(() -> StoreFile.refuseNetwork(type, file()));
    }

    @Test
    @DisplayName("an observer decides beside a running engine, and the engine sees it")
    void observer_besideTheEngine_decides() throws InterruptedException {
        try (SqliteLedger engine = SqliteLedger.open(Opened.engine(file()))) {
            OperationRecord sent = Steps.reserved(engine, engine.workers().register(), "k");
            engine.workers()
                    .leave(java.util.Objects.requireNonNull(sent.lease()).worker());
            engine.workers().recover();
            try (SqliteLedger observer = SqliteLedger.open(Opened.observer(file()))) {
                OperationRecord unknown =
                        observer.operations().find(Tenant.LOCAL, sent.key()).orElseThrow();
                WriteResult decided = observer.operations()
                        .write(new OperationWrite.Decide(
                                Steps.nextId(),
                                unknown.version(),
                                new Decision("op", "seen in the log", new Decision.Kind.Failed())));
                assertThat(decided).isInstanceOf(WriteResult.Committed.class);
            }

            assertThat(engine.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEqualTo(Map.of(OperationState.FAILED_PERMANENT, 1L));
        }
    }

    @Test
    void use_afterClose_isRefused() {
        SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()));
        ledger.close();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.CLOSED));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> ledger.workers().register())
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.CLOSED));
    }

    private Path file() {
        return directory.resolve("store.db");
    }

    private static void assertRefused(Path file, Kind kind, String message) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> SqliteLedger.open(Opened.engine(file)))
                .satisfies(refused -> assertThat(refused.kind()).isEqualTo(kind))
                .withMessageContaining(message);
    }
}
