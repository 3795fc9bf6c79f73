package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One engine per file, across processes and inside one (design 8, "SQLite"). */
class EngineLockTest {

    @TempDir
    private Path directory;

    /** Opens a store as an engine, says how that went, and holds it until its input ends. */
    static final class EngineMain {
        public static void main(String[] arguments) throws IOException {
            try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(Path.of(arguments[0])))) {
                System.out.println("open " + ledger.keyRing());
                while (System.in.read() >= 0) {
                    // Held until whoever started this closes its end.
                }
            } catch (StoreException e) {
                System.out.println(e.kind() + " " + e.getMessage());
            }
        }
    }

    @Test
    @DisplayName("a second engine is told which process holds the store, since when, and what to do")
    void open_heldByAnotherProcess_isLocked() throws IOException, InterruptedException {
        Path file = directory.resolve("store.db");
        try (ChildJvm holder = ChildJvm.start(EngineMain.class, file.toString())) {
            assertThat(holder.line()).startsWith("open");

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> SqliteLedger.open(Opened.engine(file)))
                    .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.LOCKED))
                    .withMessageContaining("process " + holder.pid() + " since 20")
                    .withMessageContaining("penstock ops");

            holder.kill();
            SqliteLedger.open(Opened.engine(file)).close();
        }
    }

    @Test
    @DisplayName("an observer, a refused engine and a backup in the holder's own process do not give its lock up")
    void open_inTheSameProcess_keepsTheLock() throws IOException, InterruptedException {
        Path file = directory.resolve("store.db");
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file))) {
            SqliteLedger.open(Opened.observer(file)).close();
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> SqliteLedger.open(Opened.engine(file)))
                    .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.LOCKED));
            ledger.maintenance().backup(directory.resolve("copy.db"));

            try (ChildJvm other = ChildJvm.start(EngineMain.class, file.toString())) {
                assertThat(other.rest())
                        .singleElement()
                        .asString()
                        .startsWith("LOCKED")
                        .contains("process " + ProcessHandle.current().pid());
            }
        }
    }

    @Test
    void open_byAnotherNameOfTheFile_isLocked() throws IOException {
        Path file = directory.resolve("store.db");
        Path link = directory.resolve("link.db");
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file))) {
            Files.createSymbolicLink(link, file);

            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> SqliteLedger.open(Opened.engine(link)))
                    .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.LOCKED));
            assertThat(ledger.stats().commits()).isZero();
        }
    }

    @Test
    void close_thenOpen_isFree() {
        Path file = directory.resolve("store.db");
        SqliteLedger.open(Opened.engine(file)).close();

        SqliteLedger.open(Opened.engine(file)).close();
    }

    @Test
    @DisplayName("an open that fails gives the lock back")
    void open_failing_givesTheLockBack() throws IOException {
        Path file = directory.resolve("store.db");
        Files.writeString(file, "this is no database, and long enough to be looked at as one: " + "x".repeat(200));

        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> SqliteLedger.open(Opened.engine(file)))
                    .satisfies(refused -> assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE));
        }
    }

    @Test
    void text_holder_isReadBack() {
        EngineHolder holder = new EngineHolder(42, Instant.parse("2026-10-02T08:00:00Z"), "127.0.0.1:9090");

        assertThat(EngineHolder.parse(holder.text())).isEqualTo(holder);
        assertThat(holder.describe()).isEqualTo("process 42 since 2026-10-02T08:00:00Z, reachable at 127.0.0.1:9090");
        assertThat(EngineHolder.parse("")).isNull();
        assertThat(EngineHolder.parse("pid=4")).isNull();
    }
}
