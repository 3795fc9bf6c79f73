package dev.penstock.store.jdbc;

import dev.penstock.store.WriteResult.Why;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * An open write transaction.
 *
 * @param session its statements
 * @param now the store's clock when it began, epoch milliseconds
 * @param noIntake why nothing new is taken in at the moment, null if it is
 * @param noDispatch why no intent is committed at the moment, null if they are
 */
record Transaction(
        SqlSession session,
        long now,
        @Nullable Why noIntake,
        @Nullable Why noDispatch) {

    SqlStatement sql(String text) throws SQLException {
        return session.sql(text);
    }

    SqlStatement.RowReader<OperationRow> rows() {
        return OperationRow.reader(now);
    }
}
