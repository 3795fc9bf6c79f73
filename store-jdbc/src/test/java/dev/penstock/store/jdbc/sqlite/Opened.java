package dev.penstock.store.jdbc.sqlite;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.Samples;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;

/** Real stores on real files, for the tests about files, disks and processes. */
final class Opened {

    private static final SplittableRandom RANDOM = new SplittableRandom(20261003);

    private Opened() {}

    static SqliteOptions engine(Path file) {
        return SqliteOptions.engine(file, Time.system(), RANDOM.split());
    }

    static SqliteOptions observer(Path file) {
        return SqliteOptions.observer(file, Time.system(), RANDOM.split());
    }

    static WriteId nextId() {
        return new WriteId(RANDOM.nextLong());
    }

    static WriteResult reserve(SqliteLedger ledger, WorkerId worker, String key) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Reserve(nextId(), Samples.attached(key), worker, Samples.intent(1)));
    }

    static OperationRecord reserved(SqliteLedger ledger, WorkerId worker, String key) throws InterruptedException {
        return ((WriteResult.Committed) reserve(ledger, worker, key)).record();
    }

    static WriteResult answer(SqliteLedger ledger, OperationRecord sent, String text) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Settle(
                        nextId(),
                        sent.version(),
                        Samples.outcome(AttemptCategory.FINAL),
                        Samples.succeeded(),
                        List.of(Samples.result(text))));
    }

    /** A connection that knows nothing of the ledger, as another program's. */
    static Connection foreign(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    static String ask(Path file, String sql) throws SQLException {
        try (Connection connection = foreign(file);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    static void tell(Path file, String sql) throws SQLException {
        try (Connection connection = foreign(file);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
