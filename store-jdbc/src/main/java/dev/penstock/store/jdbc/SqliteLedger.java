package dev.penstock.store.jdbc;

import dev.penstock.store.ApiKeys;
import dev.penstock.store.BatchExports;
import dev.penstock.store.KeyRing;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationStore;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.SpendRows;
import dev.penstock.store.StoreException;
import dev.penstock.store.Workers;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in one SQLite file on this machine's disk (design 8, "SQLite"). Thread-safe.
 *
 * <p>An engine holds a lock beside the file; observers work without one. Every commit is synced to the disk before its
 * writer is told, and writes that come together share a commit.
 */
public final class SqliteLedger implements Ledger {

    private final SqlSession session;
    private final Readers readers;
    private final GroupWriter writer;
    private final KeyRing keyRing;
    private final @Nullable EngineLock lock;
    private final OperationStore operations;
    private final Workers workers;
    private final RoutePauseRows pauses;
    private final BatchExports exports;
    private final Maintenance maintenance;
    private final ApiKeys apiKeys;
    private final SpendRows spend;

    private SqliteLedger(SqliteOptions options, StoreFile file, SqlSession session, @Nullable EngineLock lock)
            throws SQLException {
        SqliteSettings settings = options.settings();
        SqliteConnections connections = new SqliteConnections(file.path(), settings);
        LedgerClock clock = new LedgerClock(options.time(), options.random());
        this.session = session;
        this.lock = lock;
        this.keyRing = Meta.readKeyRing(session);
        this.readers = new Readers(connections);
        TransactionOpener opener =
                new TransactionOpener(options.time(), settings, file.disk(), Meta.isUnconfirmedCopy(session));
        this.writer = new GroupWriter(new GroupCommit(session, opener, options.crashHook()), settings);
        this.operations = new JdbcOperations(readers, writer, clock);
        this.workers = new JdbcWorkers(writer, clock, settings);
        this.pauses = new JdbcPauses(readers, writer);
        this.exports = new JdbcExports(readers, writer, clock);
        this.maintenance = new JdbcMaintenance(readers, writer, clock, new Backup(connections, settings));
        this.apiKeys = new JdbcApiKeys(readers, writer, clock);
        this.spend = new JdbcSpend(readers, writer, clock);
    }

    /**
     * Opens a store; an engine makes it if it does not exist, brings its schema up to date, and treats every earlier
     * worker's lease as ended.
     *
     * @param options what it takes
     * @return the open ledger
     * @throws StoreException if it cannot be opened, and why: LOCKED by another engine, READ_ONLY, UNSAFE_SETTINGS,
     *     INCOMPATIBLE with this version, CORRUPT, UNAVAILABLE
     */
    public static SqliteLedger open(SqliteOptions options) {
        return switch (options.role()) {
            case SqliteOptions.Role.Engine engine -> openEngine(options, engine.adminAddress());
            case SqliteOptions.Role.Observer ignored -> openObserver(options);
        };
    }

    private static SqliteLedger openEngine(SqliteOptions options, String adminAddress) {
        StoreFile file = StoreFile.find(options.file(), /* make= */ true);
        EngineLock lock = EngineLock.acquire(file, options.time().wall().instant(), adminAddress);
        try {
            return start(options, file, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static SqliteLedger openObserver(SqliteOptions options) {
        return start(options, StoreFile.find(options.file(), /* make= */ false), null);
    }

    private static SqliteLedger start(SqliteOptions options, StoreFile file, @Nullable EngineLock lock) {
        try {
            SqlSession session = new SqliteConnections(file.path(), options.settings()).openWriter();
            try {
                prepare(options, session, /* isEngine= */ lock != null);
                SqliteLedger ledger = new SqliteLedger(options, file, session, lock);
                ledger.writer.start();
                return ledger;
            } catch (SQLException | RuntimeException e) {
                session.close();
                throw e;
            }
        } catch (SQLException e) {
            throw SqlErrors.whileOpening(file.path(), e);
        }
    }

    private static void prepare(SqliteOptions options, SqlSession session, boolean isEngine) throws SQLException {
        if (!isEngine) {
            Migrations.requireCurrent(session);
            return;
        }
        Migrations.migrate(session, options.time().wall().millis());
        Meta.makeKey(session, options.random());
        // Whoever holds the lock is alone: every earlier worker has ended.
        session.sql("DELETE FROM worker").update();
    }

    @Override
    public OperationStore operations() {
        return operations;
    }

    @Override
    public Workers workers() {
        return workers;
    }

    @Override
    public RoutePauseRows pauses() {
        return pauses;
    }

    @Override
    public BatchExports exports() {
        return exports;
    }

    @Override
    public Maintenance maintenance() {
        return maintenance;
    }

    @Override
    public ApiKeys apiKeys() {
        return apiKeys;
    }

    @Override
    public SpendRows spend() {
        return spend;
    }

    @Override
    public KeyRing keyRing() {
        return keyRing;
    }

    /**
     * What the writer has done so far.
     *
     * @return its counts
     */
    public LedgerStats stats() {
        return writer.stats();
    }

    @Override
    public void close() {
        writer.close();
        readers.close();
        try {
            session.close();
        } catch (SQLException e) {
            throw SqlErrors.toStoreException(e);
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }
}
