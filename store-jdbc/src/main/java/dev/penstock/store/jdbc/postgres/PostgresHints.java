package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.GenerationRef;
import dev.penstock.store.Hints;
import dev.penstock.store.StoreException;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.time.Time;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Hints by LISTEN and NOTIFY (postgresql.org/docs/current/sql-notify.html). Thread-safe. */
final class PostgresHints implements Hints, AutoCloseable {

    /** Stores in one database share it: a hint too many is only a look too many. */
    static final String CHANNEL = "penstock";

    /** In front of the id of an operation that somebody waits for. */
    static final String WANT = "WANT ";

    private static final System.Logger LOG = System.getLogger(PostgresHints.class.getName());

    private final PostgresConnections connections;
    private final SqlReads reads;
    private final Wanted wanted;
    private final Time time;
    private final Set<HintSession> sessions = ConcurrentHashMap.newKeySet();

    PostgresHints(PostgresConnections connections, SqlReads reads, Wanted wanted, Time time) {
        this.connections = connections;
        this.reads = reads;
        this.wanted = wanted;
        this.time = time;
    }

    /** Tells whoever listens, once the transaction is committed. */
    static void tell(SqlSession session, String what) throws SQLException {
        session.sql("SELECT pg_notify(?, ?)").text(CHANNEL).text(what).run();
    }

    @Override
    public Listening listen(Listener listener) {
        HintSession session = HintSession.start(connections, wanted, listener, time);
        sessions.add(session);
        return () -> {
            sessions.remove(session);
            session.close();
        };
    }

    /** A transaction that writes nothing but this is not waited for by the server's disk. */
    @Override
    public void want(GenerationRef ref) {
        try {
            boolean ignored = reads.read(session -> {
                tell(session, WANT + ref.operation().value());
                return true;
            });
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody could be asked to tell: {0}", e.kind());
        }
    }

    @Override
    public void close() {
        sessions.forEach(HintSession::close);
    }
}
