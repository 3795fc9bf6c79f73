package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two nodes on one database: whoever wins, the other knows (design 8 and 18). */
class SeveralNodesTest {

    private final PostgresAddress database = PostgresServer.shared().newStore();

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private PostgresLedger one;

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private PostgresLedger two;

    @BeforeEach
    void open() {
        one = PostgresLedger.open(PostgresStores.engine(database));
        two = PostgresLedger.open(PostgresStores.engine(database));
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
        PostgresServer.shared().drop(database);
    }

    @Test
    @DisplayName("R-OP-8 one key reserved from two nodes at once: one sends, every other caller learns of it")
    void reserve_oneKeyFromTwoNodes_oneWins() throws InterruptedException {
        WorkerId mine = one.workers().register();
        WorkerId theirs = two.workers().register();
        int keys = 25;
        List<Callable<WriteResult>> calls = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            String name = "k" + key;
            for (int caller = 0; caller < 4; caller++) {
                calls.add(() -> Steps.reserve(one, mine, name));
                calls.add(() -> Steps.reserve(two, theirs, name));
            }
        }

        List<WriteResult> results = together(calls);

        assertThat(results).filteredOn(WriteResult.Committed.class::isInstance).hasSize(keys);
        assertThat(results).filteredOn(WriteResult.Exists.class::isInstance).hasSize(7 * keys);
        assertThat(one.operations().count(Tenant.LOCAL, OperationFilter.all()))
                .isEqualTo(Map.of(OperationState.DISPATCHING, (long) keys));
    }

    @Test
    @DisplayName("B078 background work claimed by two nodes at once goes to exactly one")
    void claimDue_fromTwoNodes_eachOnce() throws InterruptedException {
        int jobs = 120;
        for (int i = 0; i < jobs; i++) {
            one.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("job " + i)));
        }
        List<Callable<List<OperationRecord>>> claimers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            PostgresLedger node = i % 2 == 0 ? one : two;
            WorkerId claimer = node.workers().register();
            claimers.add(() -> claimUntilNothingIsLeft(node, claimer));
        }

        List<List<OperationRecord>> claimed = together(claimers);

        Set<GenerationRef> all = new HashSet<>();
        claimed.forEach(some -> some.forEach(record -> all.add(record.ref())));
        assertThat(claimed.stream().mapToInt(List::size).sum()).isEqualTo(jobs);
        assertThat(all).hasSize(jobs);
        assertThat(PostgresServer.ask(database, "SELECT count(*) FROM ready")).isEqualTo("0");
    }

    /** What another node is just claiming is passed over: only when its rows are free is nothing left for sure. */
    private static List<OperationRecord> claimUntilNothingIsLeft(PostgresLedger node, WorkerId claimer)
            throws InterruptedException {
        List<OperationRecord> mine = new ArrayList<>();
        for (int nothing = 0; nothing < 3; ) {
            List<OperationRecord> some = node.operations().claimDue(claimer, 3);
            mine.addAll(some);
            nothing = some.isEmpty() ? nothing + 1 : 0;
        }
        return mine;
    }

    @Test
    @DisplayName("R-OP-5 a node whose lease is lost is fenced, and its late result becomes evidence")
    void settle_afterTheLeaseIsLost_isFenced() throws InterruptedException {
        OperationRecord sent = Steps.reserved(one, one.workers().register(), "k");
        expireLeases();

        assertThat(two.workers().recover()).isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 1L));
        assertThat(two.workers().recover()).isEmpty();

        OperationRecord unknown = now(two, sent);
        assertThat(unknown.reason()).isEqualTo(EndReason.LEASE_LOST);
        assertThat(unknown.epoch()).isEqualTo(sent.epoch() + 1);
        assertThat(Steps.answer(one, sent, "late")).isInstanceOf(WriteResult.Fenced.class);
        assertThat(now(two, sent).state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(two.operations().body(sent.ref(), StoredBody.Kind.RESULT)).isPresent();
    }

    @Test
    @DisplayName("B078 recovery takes nothing from a node that lives, and everything from one that does not")
    void recover_besideALiveNode_takesTheDeadOnesAlone() throws InterruptedException {
        OperationRecord dead = Steps.reserved(one, one.workers().register(), "dead");
        expireLeases();
        OperationRecord alive = Steps.reserved(two, two.workers().register(), "alive");

        assertThat(two.workers().recover()).isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 1L));

        assertThat(now(one, dead).state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(now(one, alive).state()).isEqualTo(OperationState.DISPATCHING);
    }

    @Test
    @DisplayName(
            "a lease that ran out and was recovered is not renewed; one that nobody took from its worker is lost too")
    void heartbeat_afterItsLeaseRanOut_isZero() {
        WorkerId worker = one.workers().register();
        assertThat(one.workers().heartbeat(worker))
                .isEqualTo(PostgresSettings.defaults().lease().toMillis());
        expireLeases();

        assertThat(one.workers().heartbeat(worker)).isZero();
        two.workers().recover();
        assertThat(one.workers().heartbeat(worker)).isZero();
    }

    @Test
    @DisplayName("B078 recoveries and late results of two nodes at once move each piece of work once")
    void recover_fromTwoNodesBesideTheResults_movesEachOnce() throws InterruptedException {
        WorkerId worker = one.workers().register();
        List<OperationRecord> sent = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sent.add(Steps.reserved(one, worker, "k" + i));
        }
        expireLeases();
        List<Callable<Long>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            PostgresLedger node = i % 2 == 0 ? one : two;
            calls.add(() -> node.workers().recover().getOrDefault(OperationState.UNKNOWN_OUTCOME, 0L));
        }
        for (OperationRecord record : sent) {
            calls.add(() -> Steps.answer(one, record, "answer") instanceof WriteResult.Committed ? 1L : 0L);
        }

        List<Long> moved = together(calls);

        assertThat(moved.stream().mapToLong(Long::longValue).sum()).isEqualTo(sent.size());
        assertThat(sent)
                .allSatisfy(record -> assertThat(now(two, record).state()).isEqualTo(OperationState.SUCCEEDED));
    }

    @Test
    @DisplayName("R-CANCEL-1 a cancel from another node is read by the next intent")
    void requestCancel_fromAnotherNode_refusesTheIntent() throws InterruptedException {
        WorkerId worker = one.workers().register();
        one.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("k")));
        OperationRecord claimed = one.operations().claimDue(worker, 1).getFirst();

        two.operations().write(new OperationWrite.RequestCancel(Steps.nextId(), claimed.ref(), "somebody", ""));

        assertThat(one.operations()
                        .write(new OperationWrite.Intend(Steps.nextId(), claimed.version(), worker, Samples.intent(1))))
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).isEqualTo(WriteResult.Why.CANCEL_REQUESTED));
    }

    @Test
    @DisplayName("work given back for a pause that another node ends at that moment does not wait for the pause's end")
    void release_whileAnotherNodeEndsThePause_isDueSoon() throws InterruptedException {
        WorkerId worker = one.workers().register();
        for (int round = 0; round < 10; round++) {
            two.pauses().put(new RoutePauseRows.Row("scope", "balance", 0, 0, null, null));
            one.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("k" + round)));
            OperationRecord claimed = one.operations().claimDue(worker, 1).getFirst();

            together(List.of(
                    () -> one.operations()
                            .write(new OperationWrite.Release(
                                    Steps.nextId(), claimed.version(), Duration.ofHours(1), EndReason.STOPPED)),
                    () -> two.pauses().remove("scope")));

            assertThat(PostgresServer.ask(
                            database,
                            "SELECT count(*) FROM ready WHERE due_at > extract(epoch FROM clock_timestamp()) * 1000"
                                    + " + 60000"))
                    .isEqualTo("0");
            two.operations().write(new OperationWrite.RequestCancel(Steps.nextId(), claimed.ref(), "test", ""));
        }
    }

    @Test
    @DisplayName("groups of two nodes about the same operations do not stand in each other's way for ever")
    void write_theSameOperationsFromTwoNodes_allAreAnswered() throws InterruptedException {
        WorkerId worker = one.workers().register();
        List<OperationRecord> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sent.add(Steps.reserved(one, worker, "k" + i));
        }
        List<Callable<WriteResult>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            PostgresLedger node = i % 2 == 0 ? one : two;
            OperationRecord record = sent.get(i % 2 == 0 ? i % 20 : 19 - i % 20);
            calls.add(() -> node.operations()
                    .write(new OperationWrite.Deliver(
                            Steps.nextId(), record.ref(), OperationWrite.DeliveryKind.ANSWERED, null)));
        }

        assertThat(together(calls)).hasSize(200).allMatch(WriteResult.Committed.class::isInstance);
        assertThat(PostgresServer.ask(database, "SELECT count(*) FROM delivery"))
                .isEqualTo("200");
    }

    @Test
    @DisplayName("no connection is held while nothing is done")
    void open_idle_holdsNoTransaction() throws InterruptedException {
        Steps.reserved(one, one.workers().register(), "k");
        one.operations().list(Tenant.LOCAL, OperationFilter.all(), null, 10);

        assertThat(PostgresServer.ask(
                        database,
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND state LIKE 'idle in transaction%'"))
                .isEqualTo("0");
    }

    private void expireLeases() {
        PostgresServer.tell(
                database, "UPDATE worker SET expires_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1");
    }

    private static OperationRecord now(PostgresLedger node, OperationRecord record) {
        return node.operations().history(record.ref()).orElseThrow().record();
    }

    private static <T> List<T> together(List<Callable<T>> calls) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> call : calls) {
                futures.add(threads.submit(() -> {
                    start.await();
                    return call.call();
                }));
            }
            start.countDown();
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("a call failed", e.getCause());
        }
    }
}
