package dev.penstock.cli.run;

import dev.penstock.cli.run.input.BatchFile;
import dev.penstock.cli.run.progress.Tally;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Takes up what somebody made open again beside the run: a decision to send or to answer anew takes effect within a
 * second, not at the next start (design 8). Only lines that the input has passed are its business; the others come with
 * it. Thread-safe.
 */
final class Pickup {

    private static final EnumSet<OperationState> OPEN =
            EnumSet.of(OperationState.RECEIVED, OperationState.RETRY_SCHEDULED);

    private static final int AT_ONCE = 200;

    private final Batch batch;
    private final Ledger ledger;
    private final Window window;
    private final Dispatcher dispatcher;
    private final Tally tally;
    private final BatchFile file;
    private volatile boolean all;

    Pickup(Batch batch, Ledger ledger, Window window, Dispatcher dispatcher, Tally tally, BatchFile file) {
        this.batch = batch;
        this.ledger = ledger;
        this.window = window;
        this.dispatcher = dispatcher;
        this.tally = tally;
        this.file = file;
    }

    /** From now on also what the input does not have any more. */
    void takeAll() {
        all = true;
    }

    /** Looks once, and says how many it took up. */
    int look() {
        List<OperationRecord> open = ledger.operations()
                .list(batch.tenant(), batch.in(OPEN), null, AT_ONCE)
                .records();
        int taken = 0;
        for (OperationRecord operation : open) {
            taken += take(operation) ? 1 : 0;
        }
        return taken;
    }

    private boolean take(OperationRecord operation) {
        IdempotencyKey key = operation.key();
        if (window.contains(key) || !(all || file.hasPassed(batch.customId(key)))) {
            return false;
        }
        Optional<StoredBody> body = ledger.operations().body(operation.ref(), StoredBody.Kind.REQUEST);
        if (body.isEmpty() || isNoLongerOpen(key)) {
            return false;
        }
        int size = body.get().bytes().size();
        if (window.tryEnter(key, size) != Window.Entry.ENTERED) {
            return false;
        }
        dispatcher.start(
                key,
                batch.call(key, body.get().bytes()),
                (end, result) -> tally.adopt(ledger.operations().count(batch.tenant(), batch.all())));
        return true;
    }

    /** It may have been under way, and ended, since it was listed. */
    private boolean isNoLongerOpen(IdempotencyKey key) {
        return ledger.operations()
                .find(batch.tenant(), key)
                .map(now -> !OPEN.contains(now.state()))
                .orElse(true);
    }
}
