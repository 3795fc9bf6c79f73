package dev.penstock.store.jdbc.sqlite;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.FaultHook;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Ticker;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A ledger in a directory of its own, removed with it. */
public final class SqliteFixture implements LedgerFixture {

    /** Contracts are about meaning: a file system in memory spares them the disk, where there is one. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path directory;
    private final Time time;
    private final FaultHook hook = new FaultHook();
    private final SplittableRandom random = new SplittableRandom(7);
    private SqliteLedger ledger;

    /** An empty one. */
    public SqliteFixture(ContractClock wall) {
        try {
            directory = Files.isDirectory(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "penstock-store")
                    : Files.createTempDirectory("penstock-store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        time = new Time(Ticker.system(), wall, Sleeper.system(), Timers.system());
        ledger = openEngine();
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public EndReason restart() {
        ledger.close();
        ledger = openEngine();
        return EndReason.CRASHED;
    }

    @Override
    public void loseNextAcknowledgement() {
        hook.loseNext(1);
    }

    @Override
    public void loseNextTwoAcknowledgements() {
        hook.loseNext(2);
    }

    @Override
    public Held holdNextCommit() {
        return hook.holdNext();
    }

    @Override
    public Ledger observer() {
        return SqliteLedger.open(SqliteOptions.observer(file(), time, random.split()));
    }

    Path file() {
        return directory.resolve("store.db");
    }

    private SqliteLedger openEngine() {
        return SqliteLedger.open(
                SqliteOptions.engine(file(), time, random.split()).withCrashHook(hook));
    }

    @Override
    public void close() {
        ledger.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
