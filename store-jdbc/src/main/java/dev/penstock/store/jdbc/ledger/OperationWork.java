package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import java.sql.SQLException;

/**
 * A caller's write, with the moment on the store's clock at which it was asked for: a new operation's deadline counts
 * from there, however long the write waits.
 *
 * @param write what is asked for
 * @param askedAt epoch milliseconds
 */
record OperationWork(OperationWrite write, long askedAt) implements Work<WriteResult> {

    @Override
    public WriteResult apply(Transaction transaction) throws SQLException {
        return switch (write) {
            case OperationWrite.Accept accept -> Intake.accept(transaction, accept, askedAt);
            case OperationWrite.Reserve reserve -> Intake.reserve(transaction, reserve, askedAt);
            case OperationWrite.Claim claim -> Transitions.claim(transaction, claim);
            case OperationWrite.Intend intend -> Transitions.intend(transaction, intend);
            case OperationWrite.Settle settle -> Settlement.settle(transaction, settle);
            case OperationWrite.End end -> Transitions.end(transaction, end);
            case OperationWrite.Release release -> Transitions.release(transaction, release);
            case OperationWrite.RequestCancel cancel -> Cancellation.request(transaction, cancel);
            case OperationWrite.Decide decide -> Decisions.decide(transaction, decide);
            case OperationWrite.LateEvidence late -> LateReports.keep(transaction, late);
            case OperationWrite.Deliver deliver -> Deliveries.deliver(transaction, deliver);
        };
    }

    @Override
    public Weight weight() {
        return switch (write) {
            case OperationWrite.Reserve ignored -> Weight.INTENT;
            case OperationWrite.Intend ignored -> Weight.INTENT;
            case OperationWrite.Settle ignored -> Weight.SETTLE;
            case OperationWrite.Accept ignored -> Weight.OTHER;
            case OperationWrite.Claim ignored -> Weight.OTHER;
            case OperationWrite.End ignored -> Weight.OTHER;
            case OperationWrite.Release ignored -> Weight.OTHER;
            case OperationWrite.RequestCancel ignored -> Weight.OTHER;
            case OperationWrite.Decide ignored -> Weight.OTHER;
            case OperationWrite.LateEvidence ignored -> Weight.OTHER;
            case OperationWrite.Deliver ignored -> Weight.OTHER;
        };
    }
}
