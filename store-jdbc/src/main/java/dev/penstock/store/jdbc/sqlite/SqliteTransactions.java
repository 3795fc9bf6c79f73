package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.sql.SqlFailures;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Transactions;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.file.FileStore;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Begins write transactions on the one connection that writes. They begin IMMEDIATE, so that SQLite waits for a lock that
 * somebody outside holds; where it does not wait, the whole transaction is begun again, until the busy timeout has
 * passed (B084).
 */
final class SqliteTransactions implements Transactions {

    private static final Duration PAUSE = Duration.ofMillis(5);

    private final SqlSession session;
    private final Time time;
    private final SqliteSettings settings;
    private final FileStore disk;
    private boolean unconfirmedCopy;

    SqliteTransactions(SqlSession session, Time time, SqliteSettings settings, FileStore disk) throws SQLException {
        this.session = session;
        this.time = time;
        this.settings = settings;
        this.disk = disk;
        this.unconfirmedCopy = Meta.isUnconfirmedCopy(session);
    }

    @Override
    public SqlFailures failures() {
        return SqliteFailures.KNOWN;
    }

    /** Whoever holds the lock has been waited for while the transaction was begun. */
    @Override
    public boolean awaitBetterMoment(SQLException why, int tries) {
        return false;
    }

    /** Nobody else holds a row: there is one lock, for the whole file, and it is had by now. */
    @Override
    public Deadline untilRowsAreFree() {
        return time.deadlineAfter(Duration.ZERO);
    }

    @Override
    public Open begin(Duration rowWait) throws SQLException {
        Deadline giveUp = time.deadlineAfter(settings.busyTimeout());
        while (true) {
            try {
                session.sql("BEGIN IMMEDIATE").update();
                break;
            } catch (SQLException e) {
                if (SqliteFailures.KNOWN.kind(e) != Kind.BUSY || !giveUp.allows(PAUSE) || !pause()) {
                    throw e;
                }
            }
        }
        try {
            Why noIntake = isDiskLow() ? Why.LOW_DISK : null;
            return new Begun(new Transaction(session, time.wall().millis(), noIntake, noDispatch(noIntake)));
        } catch (SQLException e) {
            rollBack();
            throw e;
        }
    }

    private @Nullable Why noDispatch(@Nullable Why noIntake) throws SQLException {
        if (unconfirmedCopy) {
            unconfirmedCopy = Meta.isUnconfirmedCopy(session);
        }
        return unconfirmedCopy ? Why.UNCONFIRMED_COPY : noIntake;
    }

    private boolean isDiskLow() {
        try {
            return disk.getUsableSpace() < settings.diskReserve();
        } catch (IOException e) {
            return true;
        }
    }

    private boolean pause() {
        try {
            time.sleeper().sleep(PAUSE.toNanos());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether a transaction was open and is undone now; false if there was none any more. */
    private boolean rollBack() {
        try {
            session.sql("ROLLBACK").update();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private final class Begun implements Open {

        private final Transaction transaction;
        private boolean over;

        Begun(Transaction transaction) {
            this.transaction = transaction;
        }

        @Override
        public Transaction transaction() {
            return transaction;
        }

        @Override
        public void commit() throws SQLException {
            session.sql("COMMIT").update();
            over = true;
        }

        @Override
        public boolean isUndone(SQLException failedCommit) {
            over = true;
            return rollBack() || SqliteFailures.KNOWN.rollsBack(failedCommit);
        }

        @Override
        public void close() {
            if (!over) {
                rollBack();
            }
        }
    }
}
