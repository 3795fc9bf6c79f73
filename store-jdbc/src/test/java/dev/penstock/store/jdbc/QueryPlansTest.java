package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.BatchExports.Export;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.Samples;
import dev.penstock.time.Time;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
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
                SqlSession recorded = new SqlSession(recording(plain.connection()))) {
            work(recorded, connections);
            recordPruning(recorded);

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

    private void work(SqlSession session, SqliteConnections connections) throws IOException, InterruptedException {
        SqliteSettings settings = SqliteSettings.defaults().withDiskReserve(0);
        TransactionOpener opener = new TransactionOpener(Time.system(), settings, Files.getFileStore(directory), false);
        LedgerClock clock = new LedgerClock(Time.system(), new SplittableRandom(1));
        try (Readers readers = new Readers(connections);
                GroupWriter writer = new GroupWriter(new GroupCommit(session, opener, CrashHook.NONE), settings)) {
            writer.start();
            OperationStore operations = new JdbcOperations(readers, writer, clock);
            JdbcWorkers workers = new JdbcWorkers(writer, clock, settings);
            WorkerId worker = workers.register();
            operations.write(new OperationWrite.Accept(Opened.nextId(), Samples.background("queued")));
            OperationRecord claimed = operations.claimDue(worker, 1).getFirst();
            operations.write(new OperationWrite.Release(Opened.nextId(), claimed.version()));
            operations.write(new OperationWrite.RequestCancel(Opened.nextId(), claimed.ref(), "somebody"));
            WriteResult sent = operations.write(
                    new OperationWrite.Reserve(Opened.nextId(), Samples.inBatch("k", "b"), worker, Samples.intent(1)));
            OperationRecord record = ((WriteResult.Committed) sent).record();
            operations.write(new OperationWrite.Settle(
                    Opened.nextId(),
                    record.version(),
                    Samples.outcome(AttemptCategory.FINAL),
                    Samples.succeeded(),
                    List.of(Samples.result("x"))));
            operations.write(new OperationWrite.Release(Opened.nextId(), claimed.version()));
            operations.write(new OperationWrite.LateEvidence(
                    Opened.nextId(),
                    record.ref(),
                    1,
                    Samples.outcome(AttemptCategory.FINAL),
                    Samples.succeeded(),
                    List.of()));
            workers.heartbeat(worker);
            workers.recover();
            JdbcExports exports = new JdbcExports(readers, writer, clock);
            exports.record(Tenant.LOCAL, "b", new Export("o", 1, "d"), List.of(record.version()));
            exports.reset(Tenant.LOCAL, "b");
        }
    }

    private static void recordPruning(SqlSession session) throws SQLException {
        Pruning.Scope scope = new Pruning.Scope(Tenant.LOCAL, null, 0);
        Pruning.withBodies(session, scope, Pruning.Candidate.BEFORE_ALL, 1);
        Pruning.wholeOperations(session, scope, Pruning.Candidate.BEFORE_ALL, 1);
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
