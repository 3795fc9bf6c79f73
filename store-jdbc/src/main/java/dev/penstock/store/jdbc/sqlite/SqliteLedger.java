package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.KeyRing;
import dev.penstock.store.StoreException;
import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.ledger.LedgerClock;
import dev.penstock.store.jdbc.ledger.LedgerRooms;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.ledger.RoomyLedger;
import dev.penstock.store.jdbc.ledger.Traffic;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.GroupWriter;
import dev.penstock.store.jdbc.write.GroupWriter.Limits;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in one SQLite file on this machine's disk (design 8, "SQLite"). Thread-safe.
 *
 * <p>An engine holds a lock beside the file; observers work without one. Every commit is synced to the disk before its
 * writer is told, and writes that come together share a commit.
 */
public final class SqliteLedger extends RoomyLedger {

    private static final String WRITER = "penstock-store-writer";

    /** Rows that this process changed, and a number that rises when another one commits. */
    static final Traffic TRAFFIC =
            new Traffic("SELECT total_changes() + (SELECT data_version FROM pragma_data_version)", 0);

    private final SqlSession session;
    private final SqliteReads reads;
    private final GroupWriter writer;
    private final LedgerRooms rooms;
    private final @Nullable EngineLock lock;

    private SqliteLedger(SqliteOptions options, StoreFile file, SqlSession session, @Nullable EngineLock lock)
            throws SQLException {
        SqliteSettings settings = options.settings();
        SqliteConnections connections = new SqliteConnections(file.path(), settings);
        LedgerClock clock = new LedgerClock(options.time().wall(), options.random());
        KeyRing keyRing = Meta.readKeyRing(session);
        SqliteTransactions transactions = new SqliteTransactions(session, options.time(), settings, file.disk());
        this.session = session;
        this.lock = lock;
        this.reads = new SqliteReads(connections);
        this.writer = GroupWriter.start(
                WRITER, transactions, options.crashHook(), new Limits(settings.maxGroup(), settings.queue()));
        this.rooms = LedgerRooms.of(
                new LedgerRooms.Paths(reads, writer, writer),
                clock,
                new LedgerRooms.Leases(settings.lease(), null),
                keyRing,
                new LedgerRooms.Upkeep(writer, TRAFFIC, options.time(), new SqliteCopies(connections, settings)));
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
                return new SqliteLedger(options, file, session, lock);
            } catch (SQLException | RuntimeException e) {
                session.close();
                throw e;
            }
        } catch (SQLException e) {
            throw SqliteFailures.KNOWN.whileOpening(file.path(), e);
        }
    }

    private static void prepare(SqliteOptions options, SqlSession session, boolean isEngine) throws SQLException {
        if (!isEngine) {
            SqliteSchema.MIGRATIONS.requireCurrent(session);
            return;
        }
        SqliteSchema.migrate(session, options.time().wall().millis());
        Meta.makeKey(session, options.random());
        // Whoever holds the lock is alone: every earlier worker has ended.
        session.sql("DELETE FROM worker").update();
    }

    @Override
    protected LedgerRooms rooms() {
        return rooms;
    }

    @Override
    public boolean isShared() {
        return false;
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
        reads.close();
        try {
            session.close();
        } catch (SQLException e) {
            throw SqliteFailures.KNOWN.toStoreException(e);
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }
}
