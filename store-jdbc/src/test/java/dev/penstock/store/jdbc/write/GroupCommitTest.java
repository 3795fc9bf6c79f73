package dev.penstock.store.jdbc.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.sql.SqlFailures;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sqlite.BareSqlite;
import dev.penstock.time.Deadline;
import dev.penstock.time.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a group is committed, split and cleared up, on a real database with a table of its own. */
class GroupCommitTest {

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private SqlSession session;

    private CrashHook hook = CrashHook.NONE;

    @BeforeEach
    void open() throws SQLException {
        session = BareSqlite.open(directory.resolve("t.db"));
        session.sql("CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB) STRICT").update();
    }

    @AfterEach
    void close() throws SQLException {
        session.close();
    }

    @Test
    @DisplayName("a whole group is one commit")
    void run_soundGroup_isOneCommit() throws IOException, SQLException {
        GroupCommit commit = commit();

        commit.run(inserts(1, 100));

        assertThat(rows()).isEqualTo(100);
        assertThat(commit.stats()).isEqualTo(new LedgerStats(1, 1, 100, 100));
        assertThat(commit.stats().meanGroup()).isEqualTo(100);
    }

    @Test
    @DisplayName("an offender fails alone, and nobody else's work is lost or done twice")
    void run_groupWithOffenders_onlyTheyFail() throws IOException, SQLException {
        session.sql("INSERT INTO t (a) VALUES (17)").update();
        List<PendingWrite<?>> group = inserts(10, 30);
        PendingWrite<Integer> broken = pending(transaction -> {
            transaction.sql("INSERT INTO t (a) VALUES (1000)").update();
            throw new IllegalStateException("a bug");
        });
        group.add(3, broken);

        commit().run(group);

        assertThat(rows()).isEqualTo(30);
        assertThatIllegalStateException().isThrownBy(broken::await).withMessage("a bug");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> group.get(8).await())
                .withMessageContaining("UNIQUE");
        assertThat(session.sql("SELECT 1 FROM t WHERE a = 1000").any()).isFalse();
    }

    @Test
    @DisplayName("what does not fit is split off; what fits is committed")
    void run_groupLargerThanTheDisk_commitsWhatFits() throws IOException, SQLException, InterruptedException {
        session.sql("PRAGMA max_page_count = 20").run();
        List<PendingWrite<?>> group = inserts(1, 8);
        PendingWrite<Integer> large = pending(transaction -> transaction
                .sql("INSERT INTO t (a, b) VALUES (99, ?)")
                .bytes(new byte[200_000])
                .update());
        group.add(4, large);

        commit().run(group);
        assertThat(rows()).isEqualTo(8);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(large::await)
                .satisfies(full -> assertThat(full.kind()).isEqualTo(Kind.FULL));
        assertThat(group.getFirst().await()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "a transaction that does not begin is nobody's fault: the group is not split, and everybody is told once")
    void run_transactionThatDoesNotBegin_failsTogether() {
        AtomicInteger tries = new AtomicInteger();
        List<PendingWrite<?>> group = inserts(1, 8);
        Transactions busy = new Transactions() {
            @Override
            public Open begin(Duration rowWait) throws SQLException {
                tries.incrementAndGet();
                throw new SQLException("somebody holds it");
            }

            @Override
            public Deadline untilRowsAreFree() {
                return Deadline.after(Duration.ZERO, Ticker.system());
            }

            @Override
            public SqlFailures failures() {
                return new BlamingTheGroup();
            }

            @Override
            public boolean awaitBetterMoment(SQLException why, int failed) {
                return failed < 2;
            }
        };

        new GroupCommit(busy, hook, 256).run(group);

        assertThat(tries).hasValue(2);
        assertThat(group)
                .allSatisfy(write -> assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(write::await)
                        .satisfies(failed -> assertThat(failed.kind()).isEqualTo(Kind.BUSY)));
    }

    @Test
    @DisplayName("an acknowledgement lost twice is called uncertain")
    void run_lostTwice_isUncertain() throws IOException, SQLException {
        hook = point -> {
            if (point == CrashHook.Point.AFTER_OTHER_COMMIT) {
                throw new IllegalStateException("lost");
            }
        };
        PendingWrite<Integer> write = pending(transaction -> transaction
                .sql("INSERT INTO t (a) VALUES (1) ON CONFLICT DO NOTHING")
                .update());

        commit().run(new ArrayList<>(List.of(write)));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(write::await)
                .satisfies(unknown -> assertThat(unknown.kind()).isEqualTo(Kind.UNCERTAIN));
    }

    @Test
    @DisplayName("a commit that failed before it happened is done again once, and then it happened")
    void run_failedBeforeTheCommit_isDoneAgain() throws IOException, SQLException, InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        hook = point -> {
            if (point == CrashHook.Point.BEFORE_OTHER_COMMIT && tries.getAndIncrement() == 0) {
                throw new IllegalStateException("not yet");
            }
        };
        List<PendingWrite<?>> group = inserts(1, 5);

        commit().run(group);

        assertThat(rows()).isEqualTo(5);
        assertThat(group.get(4).await()).isEqualTo(1);
    }

    @Test
    @DisplayName("when the writer itself fails, everybody is told and nothing more is written")
    void abandon_anyGroup_answersEverybodyAndStops() throws IOException, SQLException {
        GroupCommit commit = commit();
        List<PendingWrite<?>> lost = inserts(1, 2);
        commit.abandon(lost, new OutOfMemoryError());
        List<PendingWrite<?>> later = inserts(3, 2);
        commit.run(later);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> lost.getFirst().await())
                .satisfies(unknown -> assertThat(unknown.kind()).isEqualTo(Kind.UNCERTAIN));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> later.getFirst().await())
                .satisfies(stopped -> assertThat(stopped.kind()).isEqualTo(Kind.UNAVAILABLE));
        assertThat(rows()).isZero();
    }

    /** Whatever fails is the fault of too many writes. */
    private static final class BlamingTheGroup implements SqlFailures {

        @Override
        public Kind kind(SQLException failure) {
            return Kind.BUSY;
        }

        @Override
        public Blame blame(SQLException failure) {
            return Blame.THE_GROUP;
        }

        @Override
        public boolean endsTheStore(SQLException failure) {
            return false;
        }

        @Override
        public StoreException toStoreException(SQLException failure) {
            return new StoreException(kind(failure), "busy", failure);
        }
    }

    private GroupCommit commit() throws IOException, SQLException {
        return new GroupCommit(BareSqlite.transactions(session, directory), hook, 256);
    }

    private static List<PendingWrite<?>> inserts(int from, int count) {
        List<PendingWrite<?>> group = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            int number = i;
            group.add(pending(transaction -> transaction
                    .sql("INSERT INTO t (a) VALUES (?)")
                    .number(number)
                    .update()));
        }
        return group;
    }

    private static <R> PendingWrite<R> pending(Work<R> work) {
        PendingWrite<R> write = new PendingWrite<>(work);
        assertThat(write.take()).isTrue();
        return write;
    }

    private long rows() throws SQLException {
        Long count = session.sql("SELECT count(*) FROM t").first(SqlRow::number);
        return count == null ? 0 : count;
    }
}
