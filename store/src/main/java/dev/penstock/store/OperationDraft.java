package dev.penstock.store;

import dev.penstock.policy.attempt.ReplaySetting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An operation as its owner asks for it, before it is in the ledger.
 *
 * @param tenant whose it is
 * @param key the owner's name for it
 * @param id the ledger's name for it
 * @param batch the batch it belongs to, null if to none
 * @param fingerprint what its request amounts to
 * @param body the request's body, the caller's own bytes
 * @param settings how it is to be run
 * @param remaining how much of its deadline is left; the store adds its own now
 */
public record OperationDraft(
        Tenant tenant,
        IdempotencyKey key,
        OperationId id,
        @Nullable String batch,
        StoredFingerprint fingerprint,
        Bytes body,
        OperationSettings settings,
        Duration remaining) {

    /**
     * How an operation is to be run; fixed when it is accepted.
     *
     * @param mode whether somebody waits
     * @param replay what may be sent again by itself
     * @param maxAttempts how many charged attempts, the first one counted
     * @param route the route's name
     */
    public record OperationSettings(OperationMode mode, ReplaySetting replay, int maxAttempts, String route) {

        /** Checks the number (R-ATTEMPT-1). */
        public OperationSettings {
            if (maxAttempts < 1) {
                throw new IllegalArgumentException("max attempts counts the first request and is at least 1");
            }
        }
    }

    @Override
    public String toString() {
        return "OperationDraft[id=" + id + "]";
    }
}
