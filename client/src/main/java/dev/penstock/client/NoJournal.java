package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoredBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation without a key: nothing is durable, nothing is deduplicated (R-OP-11). */
enum NoJournal implements Journal {
    INSTANCE;

    private static final Intended GRANTED = new Intended.Granted();
    private static final Written DONE = new Written.Done();

    @Override
    public Intended intend(AttemptIntent intent) {
        return GRANTED;
    }

    @Override
    public Written settle(
            AttemptOutcome outcome, Next next, List<StoredBody> bodies, @Nullable DeliveryKind delivered) {
        return DONE;
    }

    @Override
    public Written end(OperationState state, EndReason reason) {
        return DONE;
    }

    @Override
    public Written again() {
        return DONE;
    }

    @Override
    public @Nullable OperationRecord record() {
        return null;
    }

    @Override
    public boolean isDurable() {
        return false;
    }
}
