package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * What becomes of open work, and of what was leased, in a database that may lack what was committed last: a restored copy,
 * another server. Any piece of open work may have an attempt there of which nothing is known here, and which may still run:
 * it counts as one more that is ambiguous.
 */
public final class Doubt {

    /** So many rows are written by one statement that a server which works is told from one that is gone. */
    private static final int TOGETHER = 1_000;

    /** The longest attempt by default: a stream of background work may take its whole deadline (design 5). */
    private static final long LONGEST_ATTEMPT = Duration.ofHours(1).toMillis();

    private static final String LAST_OF_THE_NEXT = """
            SELECT max(op) FROM (
                SELECT op FROM operation WHERE settled_at IS NULL AND op > ? ORDER BY op LIMIT ?) AS next""";

    private static final String MARK_ATTEMPTS = """
            UPDATE attempt SET category = 'ambiguous', verdict = 'ambiguous(crashed)', charged = 1
            WHERE category IS NULL AND op IN (SELECT op FROM operation
                WHERE settled_at IS NULL AND state = 'dispatching' AND op > ? AND op <= ?)""";

    /** The epoch leaves room for every one that may be missing here. */
    private static final String OPEN_WORK = """
            UPDATE operation SET state = 'unknown_outcome', reason = 'crashed', epoch = epoch + 1000, last_write = ?,
                worker = NULL, settled_at = ?, unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END,
                sent = sent + CASE WHEN state = 'dispatching' THEN 1 ELSE 0 END,
                charged = charged + CASE WHEN state = 'dispatching' THEN 1 ELSE 0 END,
                ambiguous = ambiguous + 1, not_reopenable = not_reopenable + 1,
                attempt_ends_by = CASE WHEN attempt_ends_by > deadline_at AND attempt_ends_by > ? THEN attempt_ends_by
                                       WHEN deadline_at > ? THEN deadline_at ELSE ? END
            WHERE settled_at IS NULL AND op > ? AND op <= ?""";

    private record Range(long after, long last) {}

    private Doubt() {}

    /** Makes every piece of it unknown: it may have gone on elsewhere. Tells how many there were. */
    public static long openWork(Transaction transaction, WriteId write) throws SQLException {
        long doubted = 0;
        long after = 0;
        OptionalLong last = lastOfTheNext(transaction, after);
        while (last.isPresent()) {
            doubted += doubt(transaction, write, new Range(after, last.getAsLong()));
            after = last.getAsLong();
            last = lastOfTheNext(transaction, after);
        }
        transaction.sql("DELETE FROM ready").update();
        return doubted;
    }

    private static OptionalLong lastOfTheNext(Transaction transaction, long after) throws SQLException {
        OptionalLong last =
                transaction.sql(LAST_OF_THE_NEXT).number(after).number(TOGETHER).first(SqlRow::optionalNumber);
        return last == null ? OptionalLong.empty() : last;
    }

    private static long doubt(Transaction transaction, WriteId write, Range range) throws SQLException {
        transaction
                .sql(MARK_ATTEMPTS)
                .number(range.after())
                .number(range.last())
                .update();
        long endsBy = transaction.now() + LONGEST_ATTEMPT;
        return transaction
                .sql(OPEN_WORK)
                .number(write.value())
                .number(transaction.now())
                .number(endsBy)
                .number(endsBy)
                .number(endsBy)
                .number(range.after())
                .number(range.last())
                .update();
    }

    /** Forgets who has leased what: the leases that were given last may be missing, and their holders tell of them. */
    public static void leases(Transaction transaction) throws SQLException {
        transaction.sql("DELETE FROM account_permit").update();
        transaction.sql("DELETE FROM retry_token").update();
    }
}
