package dev.penstock.client;

import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.Bytes;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoredBody;
import java.time.Duration;

/**
 * Makes operations again of what the ledger holds of background work: its request's body, its owner's settings, and what
 * is left of its deadline. Thread-safe.
 *
 * @param store where it stands
 * @param preparation finds where it can go
 */
record RecordedWork(OperationStore store, Preparation preparation) {

    /** What became of it. */
    sealed interface Found {
        /** It can go on, as its owner asked for it. */
        record Open(Operation operation) implements Found {}

        /** It can no longer be sent. */
        record Over(EndReason why) implements Found {}
    }

    /** Finds out whether it can go on: not without time for one attempt, nor without its body. */
    Found find(OperationRecord record) {
        if (!preparation.leavesTime(left(record))) {
            return new Found.Over(EndReason.DEADLINE);
        }
        return store.body(record.ref(), StoredBody.Kind.REQUEST)
                .map(body -> preparation.prepare(call(record, body.bytes())))
                .<Found>map(prepared -> switch (prepared) {
                    case Preparation.Prepared.Ready ready -> new Found.Open(ready.operation());
                    case Preparation.Prepared.Invalid ignored -> new Found.Over(EndReason.INTERNAL_ERROR);
                })
                .orElseGet(() -> new Found.Over(EndReason.INTERNAL_ERROR));
    }

    private static ChatCall call(OperationRecord record, Bytes body) {
        CallSettings settings = new CallSettings(
                record.ref().tenant(),
                OperationMode.BACKGROUND,
                Priority.BACKGROUND,
                record.settings().replay(),
                left(record),
                record.settings().maxAttempts(),
                record.fingerprint().payloadVersion(),
                record.batch(),
                CallerTerms.DEFAULT);
        return new ChatCall(body, record.key(), settings, ResultCheck.none());
    }

    private static Duration left(OperationRecord record) {
        return Duration.ofMillis(record.times().remainingMillis());
    }
}
