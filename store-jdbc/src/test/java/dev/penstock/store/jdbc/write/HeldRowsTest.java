package dev.penstock.store.jdbc.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.sql.SqlFailures;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sqlite.BareSqlite;
import dev.penstock.time.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B084: a group in which some writes need rows that somebody else holds, on a real database that is told so. */
class HeldRowsTest {

    private static final String HELD = "held";

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private SqlSession session;

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private Transactions real;

    private final Set<Integer> held = new HashSet<>();
    private final List<Duration> begun = new ArrayList<>();
    private boolean together;
    private boolean fault;
    private long now;

    @BeforeEach
    void open() throws IOException, SQLException {
        session = BareSqlite.open(directory.resolve("t.db"));
        session.sql("CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT").update();
        real = BareSqlite.transactions(session, directory);
    }

    @AfterEach
    void close() throws SQLException {
        session.close();
    }

    @Test
    @DisplayName("B084 who is known to be held up is put aside at once, and everybody else is committed together")
    void run_oneKnownToBeHeldUp_othersGoOn() throws Exception {
        List<PendingWrite<?>> group = inserts(100);
        held.add(17);
        GroupCommit commit = commit();

        commit.run(group);
        assertThat(stored()).hasSize(99).doesNotContain(17L);
        assertThat(begun).hasSize(2);
        commit.goOn();
        assertThat(commit.heldUp()).isPositive();

        held.clear();
        commit.goOn();
        assertThat(commit.heldUp()).isZero();
        assertThat(group.get(17).await()).isEqualTo(1);
        assertThat(stored()).hasSize(100);
    }

    @Test
    @DisplayName("B084 who is held up among writes that are done at once is found by halves, after one full wait")
    void run_oneOfManyAtOnce_isFoundByHalves() throws Exception {
        together = true;
        held.add(200);
        GroupCommit commit = commit();

        commit.run(inserts(256));

        assertThat(stored()).hasSize(255).doesNotContain(200L);
        assertThat(begun).hasSize(1 + 2 * 8);
        assertThat(begun.subList(1, begun.size()))
                .allSatisfy(wait -> assertThat(wait).isLessThan(begun.getFirst()));
    }

    @Test
    @DisplayName(
            "B084 all rows are held: it is not looked for long, nothing is lost, and all is done once they are free")
    void run_allHeld_allWaitTogether() throws Exception {
        together = true;
        List<PendingWrite<?>> group = inserts(256);
        hold(256);
        GroupCommit commit = commit();

        commit.run(group);
        assertThat(stored()).isEmpty();
        assertThat(begun).hasSizeLessThanOrEqualTo(32);
        begun.clear();
        commit.goOn();
        assertThat(begun).hasSizeLessThanOrEqualTo(40);
        assertThat(commit.heldUp()).isEqualTo(256);

        held.clear();
        commit.goOn();
        assertThat(stored()).hasSize(256);
        for (PendingWrite<?> write : group) {
            assertThat(write.await()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B084 who waits in vain is told so when its time is up, also while another is tried in its place")
    void goOn_timeIsUp_isAnswered() throws Exception {
        List<PendingWrite<?>> group = inserts(3);
        held.addAll(Set.of(0, 1));
        GroupCommit commit = commit();
        commit.run(group);
        commit.goOn();
        assertThat(commit.heldUp()).isPositive();

        now += Duration.ofSeconds(3).toNanos();
        commit.goOn();

        assertThat(commit.heldUp()).isZero();
        assertThat(group.get(2).await()).isEqualTo(1);
        assertThat(group.subList(0, 2))
                .allSatisfy(write -> assertThatExceptionOfType(StoreException.class)
                        .isThrownBy(write::await)
                        .satisfies(failed -> assertThat(failed.kind()).isEqualTo(Kind.BUSY)));
        assertThat(stored()).containsExactly(2L);
    }

    @Test
    @DisplayName(
            "B084 whose row is free by the time that it has waited long enough is committed, whoever stood before it")
    void goOn_timeIsUpAndRowIsFree_isCommitted() throws Exception {
        hold(10);
        List<PendingWrite<?>> group = inserts(10);
        GroupCommit commit = commit();
        commit.run(group);

        held.remove(9);
        now += Duration.ofSeconds(3).toNanos();
        commit.goOn();

        assertThat(commit.heldUp()).isZero();
        assertThat(group.get(9).await()).isEqualTo(1);
        assertThat(stored()).containsExactly(9L);
    }

    @Test
    @DisplayName("B084 many who are each known to be held up keep the others waiting no longer than a few")
    void run_manyKnownToBeHeldUp_isNotTriedForLong() throws Exception {
        hold(255);
        List<PendingWrite<?>> group = inserts(256);
        GroupCommit commit = commit();

        commit.run(group);
        assertThat(begun).hasSizeLessThanOrEqualTo(16);
        assertThat(commit.heldUp()).isEqualTo(256);

        now += Duration.ofSeconds(3).toNanos();
        held.clear();
        commit.goOn();
        assertThat(stored()).hasSize(256);
    }

    @Test
    @DisplayName("B084 whose row is free is committed in the end, however many that are held up come before it")
    void goOn_manyHeldUpBeforeThem_innocentAreCommitted() throws Exception {
        hold(256);
        List<PendingWrite<?>> group = inserts(256);
        GroupCommit commit = commit();
        commit.run(group);

        now += Duration.ofSeconds(3).toNanos();
        for (int i = 20; i < 256; i++) {
            held.remove(i);
        }
        for (int rounds = 0; rounds < 6; rounds++) {
            begun.clear();
            commit.goOn();
            now += Duration.ofSeconds(1).toNanos();
            assertThat(begun).hasSizeLessThanOrEqualTo(40);
        }

        assertThat(commit.heldUp()).isZero();
        assertThat(stored()).hasSize(236).doesNotContain(0L, 19L);
    }

    @Test
    @DisplayName(
            "B084 whose row is free is committed soon, although more and more come that are held up and go before it")
    void goOn_othersKeepComing_theInnocentIsCommitted() throws Exception {
        together = true;
        GroupCommit commit = commit();
        hold(1_000);
        List<PendingWrite<?>> all = inserts(1_001);
        List<PendingWrite<?>> first = new ArrayList<>(all.subList(0, 20));
        first.add(all.getLast());
        commit.run(first);

        int rounds = 0;
        while (stored().isEmpty() && rounds < 40) {
            commit.goOn();
            commit.run(all.subList(20 + 20 * rounds, 40 + 20 * rounds));
            now += Duration.ofMillis(300).toNanos();
            rounds++;
        }

        assertThat(rounds).isLessThan(8);
        assertThat(all.getLast().await()).isEqualTo(1);
    }

    @Test
    @DisplayName("a fault while who waits is tried again is told to all of them")
    void goOn_itselfFails_everybodyIsTold() throws Exception {
        held.addAll(Set.of(0, 1, 2));
        List<PendingWrite<?>> group = inserts(3);
        GroupCommit commit = commit();
        commit.run(group);

        fault = true;
        assertThatIllegalStateException().isThrownBy(commit::goOn);
        commit.abandon(List.of(), new IllegalStateException("a bug"));

        assertThat(commit.heldUp()).isZero();
        assertThat(group)
                .allSatisfy(
                        write -> assertThatExceptionOfType(StoreException.class).isThrownBy(write::await));
    }

    @Test
    @DisplayName("when the writer itself fails, who waits for a row is told too")
    void abandon_somebodyWaits_isTold() throws SQLException {
        List<PendingWrite<?>> group = inserts(1);
        held.add(0);
        GroupCommit commit = commit();
        commit.run(group);

        commit.abandon(List.of(), new OutOfMemoryError());

        assertThat(commit.heldUp()).isZero();
        assertThatExceptionOfType(StoreException.class).isThrownBy(group.getFirst()::await);
        assertThat(stored()).isEmpty();
    }

    private GroupCommit commit() {
        return new GroupCommit(new Outside(), CrashHook.NONE, 256);
    }

    /** Somebody holds the rows of the first writes. */
    private void hold(int count) {
        for (int i = 0; i < count; i++) {
            held.add(i);
        }
    }

    private List<PendingWrite<?>> inserts(int count) {
        List<PendingWrite<?>> group = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            PendingWrite<Integer> write = new PendingWrite<>(new Insert(i));
            assertThat(write.take()).isTrue();
            group.add(write);
        }
        return group;
    }

    private List<Long> stored() throws SQLException {
        return session.sql("SELECT a FROM t ORDER BY a").all(row -> row.number());
    }

    private void meet(Insert insert) throws SQLException {
        if (held.contains(insert.number)) {
            throw new SQLException("somebody holds it", HELD);
        }
    }

    private final class Insert implements Work<Integer> {

        private final int number;

        Insert(int number) {
            this.number = number;
        }

        @Override
        public Integer apply(Transaction transaction) throws SQLException {
            meet(this);
            return transaction
                    .sql("INSERT INTO t (a) VALUES (?)")
                    .number(number)
                    .update();
        }
    }

    /** Transactions of a database in which somebody else holds rows. */
    private final class Outside implements Transactions {

        @Override
        public Open begin(Duration rowWait) throws SQLException {
            begun.add(rowWait);
            if (fault) {
                throw new IllegalStateException("a bug");
            }
            return real.begin(rowWait);
        }

        @Override
        public Deadline untilRowsAreFree() {
            return Deadline.after(Duration.ofSeconds(2), () -> now);
        }

        @Override
        public Bulk bulk() {
            return together ? this::allAtOnce : Bulk.NONE;
        }

        private IdentityHashMap<Work<?>, Object> allAtOnce(Transaction transaction, List<Work<?>> works)
                throws SQLException {
            for (Work<?> work : works) {
                meet((Insert) work);
            }
            return new IdentityHashMap<>();
        }

        @Override
        public SqlFailures failures() {
            return new HeldIsHeld(real.failures());
        }

        @Override
        public boolean awaitBetterMoment(SQLException why, int tries) {
            return false;
        }
    }

    private record HeldIsHeld(SqlFailures others) implements SqlFailures {

        private static boolean isHeld(SQLException failure) {
            return HELD.equals(failure.getSQLState());
        }

        @Override
        public Kind kind(SQLException failure) {
            return isHeld(failure) ? Kind.BUSY : others.kind(failure);
        }

        @Override
        public Blame blame(SQLException failure) {
            return isHeld(failure) ? Blame.WHO_HOLDS_A_ROW : others.blame(failure);
        }

        @Override
        public boolean endsTheStore(SQLException failure) {
            return others.endsTheStore(failure);
        }

        @Override
        public StoreException toStoreException(SQLException failure) {
            return isHeld(failure)
                    ? new StoreException(Kind.BUSY, "somebody holds it", failure)
                    : others.toStoreException(failure);
        }
    }
}
