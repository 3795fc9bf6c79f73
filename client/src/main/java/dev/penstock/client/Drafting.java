package dev.penstock.client;

import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationDraft.OperationSettings;
import dev.penstock.store.OperationId;
import dev.penstock.store.StoredFingerprint;
import java.util.Objects;

/**
 * Makes the draft of a keyed operation, when it is reserved: it tells how much of the deadline is left then.
 *
 * @param id the operation's id, made once
 * @param fingerprint what its request amounts to
 * @param parts for the route's name
 */
record Drafting(OperationId id, StoredFingerprint fingerprint, EngineParts parts) {

    /** With a new id. */
    static Drafting of(StoredFingerprint fingerprint, EngineParts parts) {
        return new Drafting(OperationId.create(parts.time().wall().millis(), parts.random()), fingerprint, parts);
    }

    OperationDraft draft(Operation operation) {
        CallSettings settings = operation.call().settings();
        return new OperationDraft(
                operation.subject().tenant(),
                Objects.requireNonNull(operation.subject().key()),
                id,
                settings.batch(),
                fingerprint,
                operation.call().body(),
                new OperationSettings(
                        operation.mode(),
                        settings.replay(),
                        operation.retry().maxAttempts(),
                        operation.primary().routeName()),
                operation.deadline().remaining());
    }
}
