package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import dev.penstock.time.Time;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One retention on its way through the store: looks for what may go a page at a time, removes it in small transactions,
 * and rests between them as its {@link Pace} says. An interrupt ends it while it rests. For one thread.
 */
final class PacedRemoval {

    /** How much one look reads at most, whatever it finds. */
    static final int PAGE = 1_000;

    private final SqlReads reads;
    private final Writer writer;
    private final Traffic traffic;
    private final Time time;
    private Pace pace = Pace.FIRST;
    private boolean interrupted;
    private @Nullable Removed last;

    PacedRemoval(SqlReads reads, LedgerRooms.Upkeep upkeep) {
        this.reads = reads;
        this.writer = upkeep.writer();
        this.traffic = upkeep.traffic();
        this.time = upkeep.time();
    }

    /** Where a look ended, in an order of things by time and number. */
    record Place(long at, long number) {

        static final Place BEFORE_ALL = new Place(Long.MIN_VALUE, 0);
    }

    /**
     * What one look found.
     *
     * @param numbers what may go
     * @param next where the next look goes on; null at the end
     */
    record Page(List<Long> numbers, @Nullable Place next) {}

    /** Looks for what may go. */
    @FunctionalInterface
    interface Search {
        Page after(SqlSession session, Place after) throws SQLException;
    }

    /** Removes those that still may go, and tells how much that was. */
    @FunctionalInterface
    interface Removal {
        long remove(Transaction transaction, List<Long> numbers) throws SQLException;
    }

    /** Without the wait for the store's writer and its locks: what a call has to wait for is what this did meanwhile. */
    private record Removed(long count, Duration took, long trafficBefore, long trafficAfter) {}

    /** Removes all that is found, unless it is interrupted, and tells how much that was. */
    long run(Search search, Removal removal) {
        long removed = 0;
        Place place = Place.BEFORE_ALL;
        while (place != null && !interrupted) {
            Place after = place;
            long began = time.ticker().nanos();
            Page page = reads.read(session -> search.after(session, after));
            rest(since(began));
            removed += removePage(page.numbers(), removal);
            place = page.next();
        }
        return removed;
    }

    private long removePage(List<Long> numbers, Removal removal) {
        long removed = 0;
        int done = 0;
        while (done < numbers.size() && !interrupted) {
            List<Long> batch = numbers.subList(done, Math.min(numbers.size(), done + pace.batch()));
            removed += removeBatch(batch, removal);
            done += batch.size();
        }
        return removed;
    }

    private long removeBatch(List<Long> batch, Removal removal) {
        Removed before = last;
        Removed removed = writer.writeUninterruptibly(transaction -> {
            long began = time.ticker().nanos();
            long trafficBefore = traffic.count(transaction);
            long count = removal.remove(transaction, batch);
            return new Removed(count, since(began), trafficBefore, traffic.count(transaction));
        });
        boolean others = before == null || traffic.isOthers(before.trafficAfter(), removed.trafficBefore());
        last = removed;
        pace = pace.after(new Pace.Done(batch.size(), removed.took(), others));
        rest(removed.took());
        return removed.count();
    }

    private Duration since(long began) {
        return Duration.ofNanos(time.ticker().nanos() - began);
    }

    private void rest(Duration worked) {
        try {
            time.sleeper().sleep(pace.rest(worked).toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            interrupted = true;
        }
    }
}
