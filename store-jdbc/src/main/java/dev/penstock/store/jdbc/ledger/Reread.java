package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationWrite;
import dev.penstock.store.Version;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a conditional write that changed nothing finds when it reads again, in the same transaction, and holds from then on. Its own work comes
 * first: a commit whose acknowledgement was lost is not a fence.
 */
sealed interface Reread {

    /**
     * The write has been done before.
     *
     * @param row the generation, wherever it has gone since
     */
    record Ours(OperationRow row) implements Reread {}

    /**
     * The generation is where the write expected it: a condition refuses it.
     *
     * @param row the generation
     */
    record Unmoved(OperationRow row) implements Reread {}

    /**
     * Somebody else has moved it.
     *
     * @param row the generation, null if there is none
     */
    record Moved(@Nullable OperationRow row) implements Reread {

        WriteResult fenced() {
            return new WriteResult.Fenced(row == null ? null : row.record());
        }
    }

    /** Every attempt remembers its intent and its end, since others may have moved the generation on after them. */
    String OF_AN_ATTEMPT = "SELECT 1 FROM attempt WHERE op = ? AND (intent_write = ? OR settle_write = ?)";

    /** Reads again. */
    static Reread of(Transaction transaction, OperationWrite write, Version expected) throws SQLException {
        OperationRow row = Generations.lock(transaction, expected.ref());
        if (row == null) {
            return new Moved(null);
        }
        if (row.last().equals(write.writeId()) || isOfAnAttempt(transaction, row, write.writeId())) {
            return new Ours(row);
        }
        return row.record().version().equals(expected) ? new Unmoved(row) : new Moved(row);
    }

    private static boolean isOfAnAttempt(Transaction transaction, OperationRow row, WriteId write) throws SQLException {
        return transaction
                .sql(OF_AN_ATTEMPT)
                .number(row.op())
                .number(write.value())
                .number(write.value())
                .any();
    }
}
