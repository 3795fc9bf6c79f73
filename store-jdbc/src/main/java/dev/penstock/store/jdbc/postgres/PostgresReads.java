package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;

/** Reads on connections of a pool, of which they leave one to the writer. Thread-safe. */
final class PostgresReads implements SqlReads {

    /** All connections of a pool may have been lost at once, and each shows it only when it is used. */
    private static final int TRIES = 4;

    /** One round trip; the time-outs are the transaction's own, as a pooler in front of the server demands. */
    private static final String AT_ONCE = """
            SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
            SELECT set_config('statement_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true)""";

    private final Lender lender;
    private final String statementTimeout;
    private final int most;
    private final Semaphore places;
    private volatile boolean closed;

    PostgresReads(Lender lender, PostgresSettings settings) {
        this.lender = lender;
        this.statementTimeout = Long.toString(settings.statementTimeout().toMillis());
        this.most = settings.connections() - 1;
        this.places = new Semaphore(most);
    }

    @Override
    public <T> T read(Read<T> read) {
        places.acquireUninterruptibly();
        try {
            if (closed) {
                throw new StoreException(Kind.CLOSED, "the store was closed", null);
            }
            return readAgain(read);
        } catch (SQLException e) {
            throw PostgresFailures.KNOWN.toStoreException(e);
        } finally {
            places.release();
        }
    }

    @Override
    public <T> T readAtOnce(Read<T> read) {
        return read(session -> {
            session.connection().setAutoCommit(false);
            session.sql(AT_ONCE).text(statementTimeout).text(statementTimeout).firstOfSecond(SqlRow::text);
            T result = read.apply(session);
            session.connection().commit();
            return result;
        });
    }

    @Override
    public void close() {
        places.acquireUninterruptibly(most);
        closed = true;
        places.release(most);
    }

    private <T> T readAgain(Read<T> read) throws SQLException {
        for (int tries = 1; ; tries++) {
            try (Connection connection = lender.lend()) {
                return read.apply(PostgresConnections.session(connection));
            } catch (SQLException e) {
                if (tries == TRIES || !PostgresFailures.KNOWN.mayPassAgain(e)) {
                    throw e;
                }
            }
        }
    }
}
