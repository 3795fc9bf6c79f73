package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationWrite.Deliver;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who was answered, and how (R-OP-1). */
final class Deliveries {

    private static final String INSERT = """
            INSERT INTO delivery (op, write, kind, note, at) SELECT ?, ?, ?, ?, ?
            WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE op = ? AND write = ?)""";

    private static final String HISTORY = "SELECT kind, at, note FROM delivery WHERE op = ? ORDER BY delivery";

    private Deliveries() {}

    static WriteResult deliver(Transaction transaction, Deliver deliver) throws SQLException {
        OperationRow row = Generations.lock(transaction, deliver.ref());
        if (row == null) {
            return new WriteResult.Fenced(null);
        }
        insert(transaction, row.op(), deliver.writeId(), deliver.kind(), deliver.note());
        return new WriteResult.Committed(row.record());
    }

    static void insert(Transaction transaction, long op, WriteId write, DeliveryKind kind, @Nullable String note)
            throws SQLException {
        transaction
                .sql(INSERT)
                .number(op)
                .number(write.value())
                .text(EnumColumn.DELIVERY.text(kind))
                .text(note)
                .number(transaction.now())
                .number(op)
                .number(write.value())
                .update();
    }

    static List<OperationHistory.Delivery> history(SqlSession session, long op) throws SQLException {
        return session.sql(HISTORY).number(op).all(row -> {
            DeliveryKind kind = EnumColumn.DELIVERY.read(row.text());
            return new OperationHistory.Delivery(kind, row.number(), row.optionalText());
        });
    }
}
