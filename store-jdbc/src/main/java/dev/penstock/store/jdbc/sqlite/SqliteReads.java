package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Read-only connections, opened as they are needed, for short reads beside the writer. Thread-safe. */
final class SqliteReads implements SqlReads {

    private static final int CONNECTIONS = 4;

    private final SqliteConnections connections;
    private final Semaphore places = new Semaphore(CONNECTIONS);
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<SqlSession> idle = new ArrayDeque<>();
    private boolean closed;

    SqliteReads(SqliteConnections connections) {
        this.connections = connections;
    }

    @Override
    public <T> T read(Read<T> read) {
        places.acquireUninterruptibly();
        try {
            return apply(read);
        } catch (SQLException e) {
            throw SqliteFailures.KNOWN.toStoreException(e);
        } finally {
            places.release();
        }
    }

    @Override
    public <T> T readAtOnce(Read<T> read) {
        return read(session -> {
            session.sql("BEGIN").update();
            try {
                return read.apply(session);
            } finally {
                session.sql("COMMIT").update();
            }
        });
    }

    @Override
    public void close() {
        places.acquireUninterruptibly(CONNECTIONS);
        try {
            closed = true;
            for (SqlSession session : idle) {
                session.close();
            }
            idle.clear();
        } catch (SQLException e) {
            throw SqliteFailures.KNOWN.toStoreException(e);
        } finally {
            places.release(CONNECTIONS);
        }
    }

    private <T> T apply(Read<T> read) throws SQLException {
        SqlSession session = borrow();
        boolean sound = false;
        try {
            T result = read.apply(session);
            sound = true;
            return result;
        } finally {
            if (sound) {
                giveBack(session);
            } else {
                session.close();
            }
        }
    }

    private SqlSession borrow() throws SQLException {
        SqlSession session = takeIdle();
        return session == null ? connections.openReader() : session;
    }

    private @Nullable SqlSession takeIdle() {
        lock.lock();
        try {
            if (closed) {
                throw new StoreException(Kind.CLOSED, "the store was closed", null);
            }
            return idle.poll();
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(SqlSession session) {
        lock.lock();
        try {
            idle.push(session);
        } finally {
            lock.unlock();
        }
    }
}
