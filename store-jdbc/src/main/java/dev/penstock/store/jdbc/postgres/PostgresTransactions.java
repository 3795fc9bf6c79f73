package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.jdbc.ledger.HotWrites;
import dev.penstock.store.jdbc.sql.SqlFailures;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Bulk;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Transactions;
import dev.penstock.store.jdbc.write.Work;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Begins write transactions, each on a connection that it borrows for as long as it lasts. One that failed because
 * others stood in its way, or because its connection was lost before it was committed, has left nothing and is done
 * again.
 */
final class PostgresTransactions implements Transactions {

    private static final int TRIES = 5;

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Connections connections;
    private final PostgresOptions options;
    private final Time time;
    private final ServerTime clock;
    private final IdentityGuard guard;
    private final Telling telling;
    private final RandomGenerator random;
    private final Bulk bulk = new HotWrites();

    /** Where connections come from. */
    @FunctionalInterface
    interface Connections {
        Connection borrow() throws SQLException;
    }

    PostgresTransactions(
            Connections connections, PostgresOptions options, ServerTime clock, IdentityGuard guard, Telling telling) {
        this.connections = connections;
        this.options = options;
        this.time = options.time();
        this.clock = clock;
        this.guard = guard;
        this.telling = telling;
        this.random = options.random();
    }

    @Override
    public Bulk bulk() {
        return bulk;
    }

    @Override
    public SqlFailures failures() {
        return PostgresFailures.KNOWN;
    }

    @Override
    public boolean awaitBetterMoment(SQLException why, int tries) {
        if (tries >= TRIES || !PostgresFailures.KNOWN.mayPassAgain(why)) {
            return false;
        }
        try {
            time.sleeper().sleep(random.nextLong(PAUSE.toNanos() * tries) + 1);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Deadline untilRowsAreFree() {
        return time.deadlineAfter(options.settings().lockTimeout());
    }

    @Override
    public Open begin(Duration rowWait) throws SQLException {
        Connection connection = connections.borrow();
        try {
            connection.setAutoCommit(false);
            SqlSession session = PostgresConnections.session(connection);
            long asked = time.ticker().nanos();
            ServerMoment moment = ServerMoment.begin(session, options.settings(), rowWait);
            Transaction transaction = new Transaction(session, clock.learn(moment.millis(), asked), null, null);
            guard.look(transaction, moment.identity(), rowWait);
            return new Begun(connection, transaction, moment.identity());
        } catch (SQLException | RuntimeException e) {
            giveBack(connection);
            throw e;
        }
    }

    /** A broken connection is not kept by its pool. */
    private static void giveBack(Connection connection) {
        try (connection) {
            connection.rollback();
        } catch (SQLException e) {
            // The server undoes what a lost connection had begun.
        }
    }

    private final class Begun implements Open {

        private final Connection connection;
        private final Transaction transaction;
        private final ServerIdentity identity;
        private final Set<Telling.Word> words = EnumSet.noneOf(Telling.Word.class);

        Begun(Connection connection, Transaction transaction, ServerIdentity identity) {
            this.connection = connection;
            this.transaction = transaction;
            this.identity = identity;
        }

        @Override
        public Transaction transaction() {
            return transaction;
        }

        @Override
        public void carriedOut(Work<?> work, Object result) {
            words.addAll(telling.about(work, result));
        }

        @Override
        public void commit() throws SQLException {
            try {
                telling.tell(transaction.session(), words);
                connection.commit();
            } catch (SQLException e) {
                if (!words.isEmpty()) {
                    telling.failed();
                }
                throw e;
            }
            guard.remember(identity);
        }

        @Override
        public boolean isUndone(SQLException failedCommit) {
            return PostgresFailures.KNOWN.isUndone(failedCommit);
        }

        @Override
        public void close() {
            giveBack(connection);
        }
    }
}
