package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Hints;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.Samples;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-8 R-CANCEL-2 what one process commits is told to another that may wait for it")
class PostgresHintsTest {

    private static final String MOVED = "moved";
    private static final String WORK = "work";

    private final PostgresAddress database = PostgresServer.shared().newStore();
    private final BlockingQueue<String> heardByOne = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private PostgresLedger one;
    private PostgresLedger two;
    private Hints.Listening listeningOfOne;
    private Hints.Listening listeningOfTwo;

    @BeforeEach
    void open() throws InterruptedException {
        one = PostgresLedger.open(PostgresStores.engine(database));
        two = PostgresLedger.open(PostgresStores.engine(database));
        listeningOfOne = one.hints().listen(into(heardByOne));
        listeningOfTwo = two.hints().listen(into(heard));
        awaitListening(heardByOne);
        awaitListening(heard);
    }

    @AfterEach
    void close() {
        listeningOfOne.close();
        listeningOfTwo.close();
        one.close();
        two.close();
        PostgresServer.shared().drop(database);
    }

    @Test
    @DisplayName("who waits for an operation of another process hears when it moves, and of no other one")
    void want_operationIsSettled_isHeard() throws InterruptedException {
        WorkerId worker = one.workers().register();
        OperationRecord wanted = Steps.reserved(one, worker, "wanted");
        OperationRecord other = Steps.reserved(one, worker, "other");
        OperationRecord cancelled = Steps.reserved(one, worker, "cancelled");
        two.hints().want(wanted.ref());
        awaitThatOneHasHeardOfIt();

        Steps.answer(one, other, "nobody asked");
        Steps.answer(one, wanted, "somebody asked");
        assertThat(heard.take()).isEqualTo(MOVED);
        one.operations().write(new OperationWrite.RequestCancel(Steps.nextId(), cancelled.ref(), "test", ""));

        assertThat(heard.take())
                .as("the answer alone was heard before the cancel")
                .isEqualTo(MOVED);
        assertThat(heard).isEmpty();
    }

    @Test
    @DisplayName("a cancel is heard by whoever runs the operation")
    void requestCancel_isHeard() throws InterruptedException {
        OperationRecord sent = Steps.reserved(two, two.workers().register(), "k");

        one.operations().write(new OperationWrite.RequestCancel(Steps.nextId(), sent.ref(), "test", ""));

        assertThat(heard.take()).isEqualTo(MOVED);
    }

    @Test
    @DisplayName("new work that anybody may take is heard; what its own process takes up is not")
    void accept_isHeard() throws InterruptedException {
        WorkerId worker = one.workers().register();
        WriteResult held =
                one.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("held"), worker));
        OperationRecord record = ((WriteResult.Committed) held).record();
        one.operations().write(new OperationWrite.RequestCancel(Steps.nextId(), record.ref(), "test", ""));
        assertThat(heard.take()).as("of the cancel alone").isEqualTo(MOVED);

        one.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("free")));

        assertThat(heard.take()).isEqualTo(WORK);
        assertThat(two.operations().claimDue(two.workers().register(), 10)).hasSize(1);
    }

    @Test
    @DisplayName("a hint is part of the commit that writes anyway")
    void hint_costsNoCommit() throws InterruptedException {
        long before = one.stats().commits();

        one.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("k")));

        assertThat(heard.take()).isEqualTo(WORK);
        assertThat(one.stats().commits() - before).isEqualTo(1);
    }

    @Test
    @DisplayName("a process listens on one connection, and makes it anew when it is lost")
    void listen_connectionLost_isMadeAnew() throws InterruptedException {
        assertThat(listening()).isEqualTo("2");
        PostgresServer.tell(
                database,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");

        awaitListening(heard);
        one.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("k")));

        assertThat(heard.take()).isEqualTo(WORK);
    }

    @Test
    @DisplayName("what a dead process held is heard of when it is settled")
    void recover_isHeard() throws InterruptedException {
        WorkerId worker = one.workers().register();
        OperationRecord ignored = Steps.reserved(one, worker, "k");
        one.workers().leave(worker);

        assertThat(one.workers().recover()).containsEntry(OperationState.UNKNOWN_OUTCOME, 1L);

        assertThat(List.of(heard.take(), heard.take())).containsExactlyInAnyOrder(MOVED, WORK);
    }

    /** Everybody is told everything in the order of the commits. */
    private void awaitThatOneHasHeardOfIt() throws InterruptedException {
        two.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("after it")));
        assertThat(heardByOne.take()).isEqualTo(WORK);
        assertThat(heard.take()).isEqualTo(WORK);
    }

    /** Once it listens it is told to look, for what came before. */
    private static void awaitListening(BlockingQueue<String> heard) throws InterruptedException {
        assertThat(heard.take()).isEqualTo(MOVED);
        assertThat(heard.take()).isEqualTo(WORK);
    }

    private static Hints.Listener into(BlockingQueue<String> queue) {
        return new Hints.Listener() {
            @Override
            public void moved() {
                queue.add(MOVED);
            }

            @Override
            public void work() {
                queue.add(WORK);
            }
        };
    }

    private String listening() {
        return PostgresServer.ask(
                database,
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'");
    }
}
