package dev.penstock.store.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.penstock.store.Hints;
import dev.penstock.store.KeyRing;
import dev.penstock.store.StoreException;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.ledger.LedgerClock;
import dev.penstock.store.jdbc.ledger.LedgerRooms;
import dev.penstock.store.jdbc.ledger.RoomyLedger;
import dev.penstock.store.jdbc.ledger.Traffic;
import dev.penstock.store.jdbc.write.GroupWriter;
import dev.penstock.store.jdbc.write.GroupWriter.Limits;
import dev.penstock.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in PostgreSQL, which several processes may open at once (design 8, "PostgreSQL"). Thread-safe.
 *
 * <p>Every commit is durable on the server before its writer is told, and writes of one process that come together share
 * a commit. No connection is held while nothing is read or written. Leases and due times are compared on the server's
 * clock.
 */
public final class PostgresLedger extends RoomyLedger {

    /** How often a node looks for others that ended (design 8). */
    private static final Duration RECOVERY = Duration.ofSeconds(2);

    /** Two for heartbeats, and one for retention while it runs. */
    private static final int CONNECTIONS_BESIDE = 3;

    private static final int QUEUE_BESIDE = 16;

    /** Every transaction that writes takes a number, on the whole server. */
    static final Traffic TRAFFIC = new Traffic("SELECT pg_current_xact_id()::text::bigint", 1);

    private final HikariDataSource pool;
    private final HikariDataSource poolBeside;
    private final PostgresReads reads;
    private final GroupWriter writer;
    private final GroupWriter heartbeats;
    private final GroupWriter upkeep;
    private final LedgerRooms rooms;

    /** Null behind a pooler, which lends no session out for longer than a transaction. */
    private final @Nullable PostgresHints hints;

    private PostgresLedger(PostgresOptions options, ServerTime clock, KeyRing keyRing) {
        PostgresSettings settings = options.settings();
        PostgresConnections connections = new PostgresConnections(options.address(), settings);
        LedgerClock ids = new LedgerClock(clock, options.random());
        this.pool = connections.pool("penstock-store", settings.connections());
        this.poolBeside = connections.pool("penstock-store-beside", CONNECTIONS_BESIDE);
        Lender lender = Lender.of(pool);
        this.reads = new PostgresReads(lender, settings);
        Wanted wanted = new Wanted();
        Telling telling =
                settings.pooled() ? Telling.NOTHING : Telling.of(wanted, options.time(), settings.lockTimeout());
        this.hints = settings.pooled() ? null : new PostgresHints(connections, reads, wanted, options.time());
        this.writer = GroupWriter.start(
                "penstock-store-writer",
                new PostgresTransactions(lender::lend, options, clock, guard(options, ids), telling),
                options.crashHook(),
                new Limits(settings.maxGroup(), settings.queue()));
        Limits besideLimits = new Limits(QUEUE_BESIDE, QUEUE_BESIDE);
        this.heartbeats = GroupWriter.start(
                "penstock-store-heartbeats", beside(options, clock, ids), CrashHook.NONE, besideLimits);
        this.upkeep = GroupWriter.start(
                "penstock-store-upkeep", beside(options, clock, ids), options.crashHook(), besideLimits);
        LedgerRooms.Leases leases = new LedgerRooms.Leases(settings.lease(), RECOVERY);
        this.rooms = LedgerRooms.of(
                new LedgerRooms.Paths(reads, writer, heartbeats),
                ids,
                leases,
                keyRing,
                new LedgerRooms.Upkeep(upkeep, TRAFFIC, options.time(), new PostgresCopies()));
    }

    /**
     * Opens a store; an engine makes its tables if there are none and brings them up to date, whichever of several
     * engines comes first.
     *
     * @param options what it takes
     * @return the open ledger
     * @throws StoreException if it cannot be opened, and why: READ_ONLY, UNSAFE_SETTINGS, INCOMPATIBLE with this version,
     *     UNAVAILABLE
     */
    public static PostgresLedger open(PostgresOptions options) {
        Time time = options.time();
        return open(options, new FollowedTime(time.ticker(), ClockSkew.logged(time.wall())));
    }

    /**
     * Looks at a database without changing it, and refuses it for what {@link #open} would refuse it for.
     *
     * @param options where it is
     * @return what was found
     * @throws StoreException if a store could not be kept in it, and why
     */
    public static PostgresLook look(PostgresOptions options) {
        return Opening.look(options);
    }

    /** The same on another clock than the server's, for contracts that move it. */
    static PostgresLedger open(PostgresOptions options, ServerTime clock) {
        Opening.Found found = Opening.prepare(options, clock);
        PostgresOptions known =
                found.isPooled() ? options.withSettings(options.settings().withPooled()) : options;
        return new PostgresLedger(known, clock, found.keyRing());
    }

    private PostgresTransactions beside(PostgresOptions options, ServerTime clock, LedgerClock ids) {
        return new PostgresTransactions(
                poolBeside::getConnection, options, clock, guard(options, ids), Telling.NOTHING);
    }

    /** An observer dispatches nothing: what it decides is doubted by the engine that notices. */
    private static IdentityGuard guard(PostgresOptions options, LedgerClock ids) {
        return switch (options.role()) {
            case ENGINE -> IdentityGuard.of(ids, options.settings().lockTimeout());
            case OBSERVER -> IdentityGuard.NONE;
        };
    }

    @Override
    public Hints hints() {
        return hints == null ? Hints.NONE : hints;
    }

    @Override
    protected LedgerRooms rooms() {
        return rooms;
    }

    @Override
    public boolean isShared() {
        return true;
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
        if (hints != null) {
            hints.close();
        }
        writer.close();
        heartbeats.close();
        upkeep.close();
        reads.close();
        pool.close();
        poolBeside.close();
    }
}
