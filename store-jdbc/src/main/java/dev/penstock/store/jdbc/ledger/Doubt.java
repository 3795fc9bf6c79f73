package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;

/**
 * What becomes of open work, and of what was leased, in a database that may lack what was committed last: a restored copy,
 * another server.
 */
public final class Doubt {

    /** The epoch leaves room for every one that may be missing here. */
    private static final String OPEN_WORK = """
            UPDATE operation SET state = 'unknown_outcome', reason = 'crashed', epoch = epoch + 1000, last_write = ?,
                worker = NULL, settled_at = ?, unexported = CASE WHEN batch IS NULL THEN 0 ELSE 1 END
            WHERE settled_at IS NULL""";

    private Doubt() {}

    /** Makes every piece of it unknown: it may have gone on elsewhere. Tells how many there were. */
    public static long openWork(Transaction transaction, WriteId write) throws SQLException {
        long doubted = transaction
                .sql(OPEN_WORK)
                .number(write.value())
                .number(transaction.now())
                .update();
        transaction.sql("DELETE FROM ready").update();
        return doubted;
    }

    /** Forgets who has leased what: the leases that were given last may be missing, and their holders tell of them. */
    public static void leases(Transaction transaction) throws SQLException {
        transaction.sql("DELETE FROM account_permit").update();
        transaction.sql("DELETE FROM retry_token").update();
    }
}
