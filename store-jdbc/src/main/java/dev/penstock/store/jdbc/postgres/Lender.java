package dev.penstock.store.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Lends the connections of one pool. While the database is away one caller's patience is spent, and not everybody's one
 * after another: once a connection was waited for in vain, whoever comes is refused at once, until the pool has one again,
 * which it goes on making by itself (R-OP-5). Thread-safe.
 */
final class Lender {

    private final Pool pool;

    /** How a connection was waited for in vain; null while the database answers. */
    private volatile @Nullable SQLException outage;

    Lender(Pool pool) {
        this.pool = pool;
    }

    static Lender of(HikariDataSource pool) {
        return new Lender(new Pool() {
            @Override
            public Connection await() throws SQLException {
                return pool.getConnection();
            }

            @Override
            public boolean hasIdle() {
                return pool.getHikariPoolMXBean().getIdleConnections() > 0;
            }
        });
    }

    /** What a pool does for who borrows. */
    interface Pool {

        /**
         * Waits for a connection as long as the pool's patience lasts.
         *
         * @throws SQLTransientConnectionException if it waited in vain
         */
        Connection await() throws SQLException;

        /** Whether a connection lies there unused; it may have been lost, and shows that only when it is used. */
        boolean hasIdle();
    }

    /**
     * Lends a connection; closing it gives it back.
     *
     * @throws SQLTransientConnectionException if none came within the pool's patience, or none has come since then
     */
    Connection lend() throws SQLException {
        SQLException known = outage;
        if (known != null && !pool.hasIdle()) {
            throw new SQLTransientConnectionException("no connection has been made since", known.getSQLState(), known);
        }
        try {
            Connection connection = pool.await();
            outage = null;
            return connection;
        } catch (SQLTransientConnectionException e) {
            outage = e;
            throw e;
        }
    }
}
