package dev.penstock.store.jdbc.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.ReadsOf;
import dev.penstock.store.jdbc.ledger.PacedRemoval.Page;
import dev.penstock.store.jdbc.ledger.PacedRemoval.Place;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sqlite.BareSqlite;
import dev.penstock.store.jdbc.write.GroupWriter;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retention on its way: on a real database with a table of its own, in virtual time, where each thing takes 1 ms. */
class PacedRemovalTest {

    private static final int THINGS = 2_500;

    private static final Duration ONE = Duration.ofMillis(1);

    @TempDir
    private Path directory;

    private final VirtualTime virtual = new VirtualTime();
    private final List<Integer> batches = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private SqlSession session;

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private GroupWriter writer;

    @BeforeEach
    void open() throws IOException, SQLException {
        session = BareSqlite.open(directory.resolve("t.db"));
        session.sql("CREATE TABLE thing (number INTEGER PRIMARY KEY) STRICT").update();
        session.sql("CREATE TABLE other (a INTEGER) STRICT").update();
        session.sql("""
                INSERT INTO thing WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n LIMIT ?)
                SELECT number FROM n""").number(THINGS).update();
        writer = GroupWriter.start(
                "test-writer",
                BareSqlite.transactions(session, directory),
                CrashHook.NONE,
                new GroupWriter.Limits(1, 1));
    }

    @AfterEach
    void close() throws SQLException {
        writer.close();
        session.close();
    }

    @Test
    @DisplayName("while others write it rests three quarters of the time, and none of its transactions is long")
    void run_besideOthers_restsMostOfTheTime() {
        PacedRemoval removal = removal(this::somebodyElseWrites);

        assertThat(run(removal)).isEqualTo(THINGS);

        assertThat(elapsed()).isEqualTo(ONE.multipliedBy(4 * THINGS));
        assertThat(batches).startsWith(16, 20, 20).allMatch(size -> size <= 20);
    }

    @Test
    @DisplayName("alone it rests a fifth of the time, after a second in which it made sure")
    void run_alone_worksMostOfTheTime() {
        assertThat(run(removal(() -> {}))).isEqualTo(THINGS);

        assertThat(elapsed()).isLessThan(Duration.ofMillis(1_100).plus(ONE.multipliedBy(THINGS * 5 / 4)));
    }

    @Test
    @DisplayName("an interrupt ends it while it rests, and what is left stays for another time")
    void run_interrupted_endsBetweenTwoTransactions() throws SQLException {
        PacedRemoval removal = removal(() -> {
            if (batches.size() == 3) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(run(removal)).isEqualTo(16 + 20 + 20);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(session.sql("SELECT count(*) FROM thing").first(SqlRow::number))
                .isEqualTo(THINGS - 56L);
        assertThat(run(removal)).isZero();
        assertThat(run(removal(() -> {}))).isEqualTo(THINGS - 56);
    }

    private PacedRemoval removal(Runnable whileItRests) {
        Time time = new Time(
                virtual.time().ticker(),
                virtual.time().wall(),
                resting(whileItRests),
                virtual.time().timers());
        return new PacedRemoval(
                new ReadsOf(session),
                new LedgerRooms.Upkeep(writer, new Traffic("SELECT total_changes()", 0), time, target -> {}));
    }

    private Sleeper resting(Runnable whileItRests) {
        return new Sleeper() {
            @Override
            public void sleep(long nanos) throws InterruptedException {
                whileItRests.run();
                virtual.sleep(nanos);
            }

            @Override
            public boolean await(Signal signal, long nanos) throws InterruptedException {
                return virtual.await(signal, nanos);
            }
        };
    }

    private void somebodyElseWrites() {
        writer.writeUninterruptibly(transaction ->
                transaction.sql("INSERT INTO other (a) VALUES (1)").update());
    }

    private long run(PacedRemoval removal) {
        return removal.run(PacedRemovalTest::page, this::remove);
    }

    private static Page page(SqlSession session, Place after) throws SQLException {
        List<Long> numbers = session.sql("SELECT number FROM thing WHERE number > ? ORDER BY number LIMIT 1000")
                .number(after.number())
                .all(SqlRow::number);
        return new Page(numbers, numbers.size() == 1_000 ? new Place(0, numbers.getLast()) : null);
    }

    private long remove(Transaction transaction, List<Long> numbers) throws SQLException {
        batches.add(numbers.size());
        virtual.advance(ONE.multipliedBy(numbers.size()));
        return Pruning.about(transaction, "DELETE FROM thing WHERE number IN (%s)", numbers)
                .update();
    }

    private Duration elapsed() {
        return Duration.ofNanos(virtual.time().ticker().nanos());
    }
}
