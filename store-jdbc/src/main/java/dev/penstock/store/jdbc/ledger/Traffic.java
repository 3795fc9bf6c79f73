package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.Objects;

/**
 * How a database tells whether others write to it, in this process or in another one.
 *
 * @param count a statement that gives one number: from the end of a transaction to the beginning of the next one of the
 *     same writer it grows by {@code own} if nobody else wrote, and by more if somebody did
 * @param own by how much it grows in any case
 */
public record Traffic(String count, long own) {

    long count(Transaction transaction) throws SQLException {
        return Objects.requireNonNull(transaction.sql(count).first(SqlRow::number), "the count of writes");
    }

    boolean isOthers(long atTheEnd, long atTheNextBeginning) {
        return atTheNextBeginning - atTheEnd > own;
    }
}
