package dev.penstock.store.jdbc;

import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.file.FileStore;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Begins write transactions. They begin IMMEDIATE, so that SQLite waits for a lock that somebody outside holds; where it
 * does not wait, the whole transaction is begun again, until the busy timeout has passed (B084).
 */
final class TransactionOpener {

    private static final Duration PAUSE = Duration.ofMillis(5);

    private final Time time;
    private final SqliteSettings settings;
    private final FileStore disk;
    private boolean unconfirmedCopy;

    TransactionOpener(Time time, SqliteSettings settings, FileStore disk, boolean unconfirmedCopy) {
        this.time = time;
        this.settings = settings;
        this.disk = disk;
        this.unconfirmedCopy = unconfirmedCopy;
    }

    Transaction begin(SqlSession session) throws SQLException {
        Deadline giveUp = time.deadlineAfter(settings.busyTimeout());
        while (true) {
            try {
                session.sql("BEGIN IMMEDIATE").update();
                break;
            } catch (SQLException e) {
                if (SqlErrors.kind(e) != Kind.BUSY || !giveUp.allows(PAUSE) || !pause()) {
                    throw e;
                }
            }
        }
        Why noIntake = isDiskLow() ? Why.LOW_DISK : null;
        return new Transaction(session, time.wall().millis(), noIntake, noDispatch(session, noIntake));
    }

    private @Nullable Why noDispatch(SqlSession session, @Nullable Why noIntake) throws SQLException {
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
}
