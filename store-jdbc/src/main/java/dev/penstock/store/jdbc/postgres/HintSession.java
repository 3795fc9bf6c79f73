package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.Hints;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The connection on which a process listens, for all who wait in it; made again when it is lost. */
final class HintSession implements AutoCloseable {

    /** How long nothing is heard until it is looked whether the server is still there. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** How long the server may take for an answer. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(HintSession.class.getName());

    private final PostgresConnections connections;
    private final Wanted wanted;
    private final Hints.Listener listener;
    private final Time time;
    private final Signal closed = new Signal();
    private volatile @Nullable SqlSession open;

    private HintSession(PostgresConnections connections, Wanted wanted, Hints.Listener listener, Time time) {
        this.connections = connections;
        this.wanted = wanted;
        this.listener = listener;
        this.time = time;
    }

    static HintSession start(PostgresConnections connections, Wanted wanted, Hints.Listener listener, Time time) {
        HintSession session = new HintSession(connections, wanted, listener, time);
        time.tasks().start("penstock-store-hints", session::run);
        return session;
    }

    @Override
    public void close() {
        closed.set();
        SqlSession session = open;
        if (session != null) {
            try {
                session.connection().abort(Runnable::run);
            } catch (SQLException e) {
                // It has ended.
            }
        }
    }

    private void run() {
        try {
            do {
                listen();
            } while (!time.sleeper().await(closed, AGAIN_AFTER.toNanos()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() {
        try (SqlSession session = connections.openAlone()) {
            open = session;
            session.connection().setNetworkTimeout(Runnable::run, Math.toIntExact(ANSWER.toMillis()));
            session.sql("LISTEN " + PostgresHints.CHANNEL).run();
            // What was told before that is looked for.
            listener.moved();
            listener.work();
            // The rival is a close that came before there was anything to break off.
            while (!closed.isSet()) {
                hear(session);
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "no hints are heard: {0}", e.getSQLState());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "no hints are heard for a fault of ours: {0}", e.getClass());
        } finally {
            open = null;
        }
    }

    private void hear(SqlSession session) throws SQLException {
        boolean heard = false;
        for (String what : Notifications.await(session.connection(), SILENCE)) {
            heard = true;
            if (what.startsWith(PostgresHints.WANT)) {
                wanted.add(what.substring(PostgresHints.WANT.length()));
            } else if (what.equals(Telling.Word.MOVED.name())) {
                listener.moved();
            } else if (what.equals(Telling.Word.WORK.name())) {
                listener.work();
            }
        }
        if (!heard) {
            session.sql("SELECT 1").run();
        }
    }
}
