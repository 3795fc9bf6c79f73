package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationDraft;
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

    /** New keys come first, in the order of keys; then what exists, in the order of ids. */
    @Override
    public String place() {
        return switch (write) {
            case OperationWrite.Accept accept -> ofKey(accept.draft());
            case OperationWrite.Reserve reserve -> ofKey(reserve.draft());
            case OperationWrite.Claim claim -> of(claim.expected().ref());
            case OperationWrite.Intend intend -> of(intend.expected().ref());
            case OperationWrite.Settle settle -> of(settle.expected().ref());
            case OperationWrite.End end -> of(end.expected().ref());
            case OperationWrite.Release release -> of(release.expected().ref());
            case OperationWrite.RequestCancel cancel -> of(cancel.ref());
            case OperationWrite.Decide decide -> of(decide.expected().ref());
            case OperationWrite.LateEvidence late -> of(late.ref());
            case OperationWrite.Deliver deliver -> of(deliver.ref());
        };
    }

    private static String ofKey(OperationDraft draft) {
        return "1" + draft.tenant().id() + "/" + draft.key().value();
    }

    private static String of(GenerationRef ref) {
        return "2" + ref.tenant().id() + "/" + ref.operation().value();
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
