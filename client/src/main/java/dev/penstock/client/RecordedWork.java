package dev.penstock.client;

import dev.penstock.policy.admission.Priority;
import dev.penstock.store.Bytes;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoredBody;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes operations again of what the ledger holds of background work: its request's body, its owner's settings, and what
 * is left of its deadline. Thread-safe.
 *
 * @param store where it stands
 * @param preparation finds where it can go
 */
record RecordedWork(OperationStore store, Preparation preparation) {

    /** As its owner asked for it; empty if it can no longer be sent. */
    Optional<Operation> operation(OperationRecord record) {
        return store.body(record.ref(), StoredBody.Kind.REQUEST)
                .map(body -> preparation.prepare(call(record, body.bytes())))
                .flatMap(prepared -> switch (prepared) {
                    case Preparation.Prepared.Ready ready -> Optional.of(ready.operation());
                    case Preparation.Prepared.Invalid ignored -> Optional.empty();
                });
    }

    private static ChatCall call(OperationRecord record, Bytes body) {
        CallSettings settings = new CallSettings(
                record.ref().tenant(),
                OperationMode.BACKGROUND,
                Priority.BACKGROUND,
                record.settings().replay(),
                Duration.ofMillis(Math.max(1, record.times().remainingMillis())),
                record.settings().maxAttempts(),
                record.fingerprint().payloadVersion(),
                record.batch(),
                CallerTerms.DEFAULT);
        return new ChatCall(body, record.key(), settings, ResultCheck.none());
    }
}
