package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.Decision;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.Decide;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.util.List;

/** What people and callers decide: carried out if the generation still is where they saw it, and kept (R-OP-10). */
final class Decisions {

    /** A wish beside the decisions: it does not keep late evidence from counting. */
    static final String CANCEL = "cancel";

    private static final String INSERT =
            "INSERT INTO decision (op, write, epoch, kind, author, why, at) VALUES (?, ?, ?, ?, ?, ?, ?)";

    private static final String IS_KEPT = "SELECT 1 FROM decision WHERE op = ? AND write = ?";

    private static final String SINCE =
            "SELECT 1 FROM decision WHERE op = ? AND epoch >= ? AND kind <> '" + CANCEL + "'";

    private static final String HISTORY = "SELECT author, kind, why, at FROM decision WHERE op = ? ORDER BY decision";

    /** Who decided what, and why. */
    record Note(String kind, String author, String why) {}

    private Decisions() {}

    static WriteResult decide(Transaction transaction, Decide decide) throws SQLException {
        OperationRow row = Generations.lock(transaction, decide.expected().ref());
        if (row == null) {
            return new WriteResult.Fenced(null);
        }
        if (isKept(transaction, row, decide.writeId())) {
            return new WriteResult.Committed(decided(transaction, row, decide));
        }
        if (!row.record().version().equals(decide.expected())) {
            return new WriteResult.Fenced(row.record());
        }
        WriteResult result = switch (decide.decision().kind()) {
            case Decision.Kind.Succeeded succeeded -> Verdicts.succeeded(transaction, row, decide, succeeded);
            case Decision.Kind.Failed ignored -> Verdicts.failed(transaction, row, decide);
            case Decision.Kind.NotSent notSent -> Reopening.notSent(transaction, row, decide, notSent);
            case Decision.Kind.Reopen reopen -> Reopening.reopen(transaction, row, decide, reopen);
            case Decision.Kind.Rerun rerun -> Regeneration.rerun(transaction, row, decide, rerun);
            case Decision.Kind.Regenerate regenerate -> Regeneration.regenerate(transaction, row, decide, regenerate);
        };
        if (result instanceof WriteResult.Committed) {
            Decision decision = decide.decision();
            Note note = new Note(name(decision.kind()), decision.author(), decision.why());
            keep(transaction, row, decide.writeId(), note);
        }
        return result;
    }

    /** Keeps a decision about a generation as it was before. */
    static void keep(Transaction transaction, OperationRow row, WriteId write, Note note) throws SQLException {
        transaction
                .sql(INSERT)
                .number(row.op())
                .number(write.value())
                .number(row.record().epoch())
                .text(note.kind())
                .text(note.author())
                .text(note.why())
                .number(transaction.now())
                .update();
    }

    /** Whether a write has been kept here before. */
    static boolean isKept(Transaction transaction, OperationRow row, WriteId write) throws SQLException {
        return transaction.sql(IS_KEPT).number(row.op()).number(write.value()).any();
    }

    /** Whether anybody has decided about a generation since an epoch began. */
    static boolean existSince(Transaction transaction, long op, long epoch) throws SQLException {
        return transaction.sql(SINCE).number(op).number(epoch).any();
    }

    static List<OperationHistory.Decided> history(SqlSession session, long op) throws SQLException {
        return session.sql(HISTORY)
                .number(op)
                .all(row -> new OperationHistory.Decided(row.text(), row.text(), row.text(), row.number()));
    }

    private static String name(Decision.Kind kind) {
        return switch (kind) {
            case Decision.Kind.Succeeded ignored -> "succeeded";
            case Decision.Kind.Failed ignored -> "failed";
            case Decision.Kind.NotSent ignored -> "not_sent";
            case Decision.Kind.Rerun ignored -> "rerun";
            case Decision.Kind.Regenerate ignored -> "regenerate";
            case Decision.Kind.Reopen ignored -> "reopen";
        };
    }

    private static OperationRecord decided(Transaction transaction, OperationRow row, Decide decide)
            throws SQLException {
        OperationRow made = Regeneration.madeBy(transaction, row, decide.writeId());
        return made == null ? row.record() : made.record();
    }
}
