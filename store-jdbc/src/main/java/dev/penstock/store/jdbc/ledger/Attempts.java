package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** The rows of attempts. */
final class Attempts {

    private static final String INSERT = """
            INSERT INTO attempt (op, number, epoch, kind, route, model, edits, streamed, hard_limit, must_remain,
                                 waited, started_at, intent_write)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String END = "UPDATE attempt SET ended_at = ?, settle_write = ?, (" + OutcomeColumns.NAMES
            + ") = (" + OutcomeColumns.MARKS + ") WHERE op = ? AND number = ?";

    private static final String HISTORY =
            "SELECT number, kind, route, model, edits, streamed, hard_limit, must_remain, waited, started_at, ended_at, "
                    + OutcomeColumns.NAMES + " FROM attempt WHERE op = ? ORDER BY number";

    private Attempts() {}

    static void begin(Transaction transaction, OperationRow row, AttemptIntent intent, WriteId write)
            throws SQLException {
        if (row.record().attempts().started() != intent.number()) {
            throw new IllegalStateException("attempt " + intent.number() + " was begun as number "
                    + row.record().attempts().started() + " of " + row.record().ref());
        }
        Duration waited = intent.waited();
        transaction
                .sql(INSERT)
                .number(row.op())
                .number(intent.number())
                .number(row.record().epoch())
                .text(EnumColumn.INTENT_KIND.text(intent.kind()))
                .text(intent.route())
                .text(intent.model())
                .text(intent.edits())
                .flag(intent.streamed())
                .number(Spans.millis(intent.hardLimit()))
                .number(Spans.millis(intent.mustRemain()))
                .number(waited == null ? OptionalLong.empty() : OptionalLong.of(Spans.millis(waited)))
                .number(transaction.now())
                .number(write.value())
                .update();
    }

    static void end(Transaction transaction, long op, int number, AttemptOutcome outcome, WriteId write)
            throws SQLException {
        SqlStatement end = transaction.sql(END).number(transaction.now()).number(write.value());
        OutcomeColumns.bind(end, outcome).number(op).number(number).update();
    }

    static List<OperationHistory.Attempt> history(SqlSession session, long op) throws SQLException {
        return session.sql(HISTORY).number(op).all(Attempts::read);
    }

    private static OperationHistory.Attempt read(SqlRow row) throws SQLException {
        int number = row.smallNumber();
        AttemptIntent.Kind kind = EnumColumn.INTENT_KIND.read(row.text());
        String route = row.text();
        String model = row.text();
        String edits = row.text();
        boolean streamed = row.flag();
        Duration hardLimit = Duration.ofMillis(row.number());
        Duration mustRemain = Duration.ofMillis(row.number());
        OptionalLong waited = row.optionalNumber();
        AttemptIntent intent = new AttemptIntent(
                number,
                kind,
                route,
                model,
                edits,
                streamed,
                hardLimit,
                mustRemain,
                waited.isPresent() ? Duration.ofMillis(waited.getAsLong()) : null);
        long startedAt = row.number();
        OptionalLong endedAt = row.optionalNumber();
        return new OperationHistory.Attempt(
                intent, startedAt, endedAt, endedAt.isPresent() ? OutcomeColumns.read(row) : null);
    }
}
