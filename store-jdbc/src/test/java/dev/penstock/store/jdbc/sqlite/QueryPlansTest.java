package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.BatchExports.Export;
import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.ReadsOf;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.jdbc.ledger.LedgerClock;
import dev.penstock.store.jdbc.ledger.LedgerRooms;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.ledger.Traffic;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.GroupWriter;
import dev.penstock.store.tck.Samples;
import dev.penstock.time.Time;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No statement of a call, of the queue or of recovery reads a whole table, however many operations there have been. */
class QueryPlansTest {

    @TempDir
    private Path directory;

    private final Set<String> statements = new LinkedHashSet<>();

    @Test
    @DisplayName("every write finds its rows by an index; recovery reads open work alone")
    void write_everyKind_usesAnIndex() throws IOException, SQLException, InterruptedException {
        Path file = directory.resolve("store.db");
        SqliteLedger.open(Opened.engine(file)).close();
        SqliteConnections connections = new SqliteConnections(file, SqliteSettings.defaults());
        try (SqlSession plain = connections.openWriter();
                SqlSession recorded = SqliteConnections.session(recording(plain.connection()))) {
            work(recorded);

            List<String> scans = new ArrayList<>();
            for (String statement : statements) {
                if (statement.matches("(?s)\\s*(SELECT|INSERT|UPDATE|DELETE).*")) {
                    scans.addAll(scans(plain, statement));
                }
            }
            assertThat(statements).hasSizeGreaterThan(25);
            assertThat(scans).isEmpty();
        }
    }

    @Test
    @DisplayName("the check itself sees a scan")
    void scans_wholeTable_areSeen() throws SQLException {
        Path file = directory.resolve("store.db");
        SqliteLedger.open(Opened.engine(file)).close();
        try (SqlSession plain = new SqliteConnections(file, SqliteSettings.defaults()).openWriter()) {
            assertThat(scans(plain, "SELECT * FROM operation WHERE state = 'received'"))
                    .hasSize(1);
        }
    }

    private void work(SqlSession session) throws IOException, SQLException, InterruptedException {
        SqliteSettings settings = SqliteSettings.defaults().withDiskReserve(0);
        SqliteTransactions transactions =
                new SqliteTransactions(session, Time.system(), settings, Files.getFileStore(directory));
        try (GroupWriter writer =
                GroupWriter.start("test-writer", transactions, CrashHook.NONE, new GroupWriter.Limits(1, 1))) {
            LedgerRooms rooms = LedgerRooms.of(
                    new LedgerRooms.Paths(new ReadsOf(session), writer, writer),
                    new LedgerClock(Time.system().wall(), new SplittableRandom(1)),
                    new LedgerRooms.Leases(settings.lease(), null),
                    Meta.readKeyRing(session),
                    new LedgerRooms.Upkeep(
                            writer, new Traffic("SELECT total_changes()", 0), Time.system(), target -> {}));
            OperationStore operations = rooms.operations();
            Workers workers = rooms.workers();
            WorkerId worker = workers.register();
            operations.write(new OperationWrite.Accept(Steps.nextId(), Samples.background("queued")));
            OperationRecord claimed = operations.claimDue(worker, 1).getFirst();
            operations.write(new OperationWrite.Release(Steps.nextId(), claimed.version()));
            operations.write(new OperationWrite.RequestCancel(Steps.nextId(), claimed.ref(), "somebody", ""));
            WriteResult sent = operations.write(
                    new OperationWrite.Reserve(Steps.nextId(), Samples.inBatch("k", "b"), worker, Samples.intent(1)));
            OperationRecord record = ((WriteResult.Committed) sent).record();
            operations.write(new OperationWrite.Settle(
                    Steps.nextId(),
                    record.version(),
                    Samples.outcome(AttemptCategory.FINAL),
                    Samples.succeeded(),
                    List.of(Samples.result("x"))));
            operations.write(new OperationWrite.Release(Steps.nextId(), claimed.version()));
            operations.write(new OperationWrite.LateEvidence(
                    Steps.nextId(),
                    record.ref(),
                    1,
                    Samples.outcome(AttemptCategory.FINAL),
                    Samples.succeeded(),
                    List.of()));
            workers.heartbeat(worker);
            workers.recover();
            operations.backlog();
            operations.decisions(0);
            rooms.exports().record(Tenant.LOCAL, "b", new Export("o", 1, "d"), List.of(record.version()));
            rooms.exports().reset(Tenant.LOCAL, "b");
            Maintenance.Retention nothing = new Maintenance.Retention(Duration.ZERO, Duration.ZERO);
            rooms.maintenance().prune(Tenant.LOCAL, nothing);
            rooms.maintenance().prune(nothing);
            rooms.maintenance().pruneBatch(Tenant.LOCAL, "b");
        }
    }

    private static List<String> scans(SqlSession session, String statement) throws SQLException {
        try (SqlStatement explain = session.once("EXPLAIN QUERY PLAN " + statement)) {
            return explain
                    .all(row -> {
                        row.number();
                        row.number();
                        row.number();
                        return row.text();
                    })
                    .stream()
                    .filter(step -> step.matches(
                            "SCAN (operation|attempt|ready|operation_body|delivery|evidence|decision)\\b(?!.*INDEX).*"))
                    .map(step -> step + ": " + statement)
                    .toList();
        }
    }

    private Connection recording(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    if (method.getName().equals("prepareStatement")) {
                        statements.add((String) arguments[0]);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
