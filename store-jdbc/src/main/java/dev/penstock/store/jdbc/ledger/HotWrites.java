package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Next;
import dev.penstock.store.OperationWrite.Reserve;
import dev.penstock.store.OperationWrite.Settle;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.write.Bulk;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The two writes of every keyed call, for all calls of a group in one statement each: for databases that are a round trip
 * away. What these statements do not do, because something is in the way, is done write by write.
 */
public final class HotWrites implements Bulk {

    /** Larger bodies go by themselves, so that a group's statement stays within some megabytes. */
    private static final long LARGEST_BODY = 64 << 10;

    /** Does both. */
    public HotWrites() {}

    @Override
    public IdentityHashMap<Work<?>, Object> apply(Transaction transaction, List<Work<?>> works) throws SQLException {
        IdentityHashMap<Work<?>, Object> done = new IdentityHashMap<>();
        reserve(transaction, works, done);
        settle(transaction, works, done);
        return done;
    }

    private static void reserve(Transaction transaction, List<Work<?>> works, IdentityHashMap<Work<?>, Object> done)
            throws SQLException {
        Map<Long, OperationWork> plain = new HashMap<>();
        for (Work<?> work : works) {
            if (work instanceof OperationWork asked
                    && asked.write() instanceof Reserve reserve
                    && isPlain(transaction, reserve, asked.askedAt())) {
                plain.put(reserve.writeId().value(), asked);
            }
        }
        if (plain.size() < 2) {
            return;
        }
        List<BulkReserve.Asked> rows = plain.values().stream()
                .map(work -> asked((Reserve) work.write(), work.askedAt()))
                .toList();
        for (OperationRow row : BulkReserve.reserve(transaction, rows)) {
            put(done, plain.get(row.created().value()), row);
        }
    }

    private static void settle(Transaction transaction, List<Work<?>> works, IdentityHashMap<Work<?>, Object> done)
            throws SQLException {
        Map<Long, OperationWork> ends = new HashMap<>();
        for (Work<?> work : works) {
            if (work instanceof OperationWork asked
                    && asked.write() instanceof Settle settle
                    && settle.next() instanceof Next.Settled
                    && bodies(settle) <= LARGEST_BODY) {
                ends.put(settle.writeId().value(), asked);
            }
        }
        if (ends.size() < 2) {
            return;
        }
        List<Settle> rows =
                ends.values().stream().map(work -> (Settle) work.write()).toList();
        for (OperationRow row : BulkSettle.settle(transaction, rows)) {
            put(done, ends.get(row.last().value()), withItsCosts(transaction, row));
        }
    }

    /** Nothing refuses it, its intent is the first, and its body is no large one. */
    private static boolean isPlain(Transaction transaction, Reserve reserve, long askedAt) {
        return reserve.intent().number() == 1
                && reserve.draft().body().size() <= LARGEST_BODY
                && Intake.refusal(transaction, reserve, askedAt) == null;
    }

    private static long bodies(Settle settle) {
        return settle.bodies().stream().mapToLong(body -> body.bytes().size()).sum();
    }

    private static BulkReserve.Asked asked(Reserve reserve, long askedAt) {
        return new BulkReserve.Asked(reserve, Intake.deadline(reserve.draft(), askedAt));
    }

    /** A first cost went in as it is; SQL cannot add exact decimals in text. */
    private static OperationRow withItsCosts(Transaction transaction, OperationRow row) throws SQLException {
        boolean adds =
                row.record().attempts().started() > 1 && row.record().usage().cost() != null;
        return adds ? Totals.refresh(transaction, row.op()) : row;
    }

    private static void put(IdentityHashMap<Work<?>, Object> done, @Nullable OperationWork work, OperationRow row) {
        if (work == null) {
            throw new IllegalStateException("a write was done that nobody asked for");
        }
        done.put(work, new WriteResult.Committed(row.record()));
    }
}
