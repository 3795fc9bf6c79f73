package dev.penstock.store.jdbc.write;

import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
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
public record Transaction(
        SqlSession session,
        long now,
        @Nullable Why noIntake,
        @Nullable Why noDispatch) {

    /** A statement, ready to take its parameters. */
    public SqlStatement sql(String text) throws SQLException {
        return session.sql(text);
    }
}
