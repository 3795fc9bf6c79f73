package dev.penstock.client;

import dev.penstock.store.Hints;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import java.util.Objects;
import java.util.Optional;

/**
 * What a keyed operation needs of the ledger.
 *
 * @param store where it is recorded
 * @param lease who this process is there, and whether it is in touch with it
 * @param hints word of what others write
 * @param fingerprints what requests amount to
 * @param replies what is told from the ledger alone
 */
record LedgerSide(
        OperationStore store, LeaseKeeper lease, Hints hints, Fingerprints fingerprints, StoredReplies replies) {

    /** Who this process is in the ledger now: another than before where its lease was lost in between. */
    WorkerId worker() {
        return lease.worker();
    }

    /**
     * The newest generation under an operation's key.
     *
     * @throws StoreException if it cannot be looked up; at once while this process is out of touch with the ledger
     */
    Optional<OperationRecord> find(Operation operation) {
        requireTouch();
        return store.find(
                operation.subject().tenant(),
                Objects.requireNonNull(operation.subject().key()));
    }

    /** Refuses what would only wait for a ledger that does not answer (R-OP-5). */
    void requireTouch() {
        if (lease.isOutOfTouch()) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE,
                    "the ledger has not answered for as long as the lease lasts",
                    null);
        }
    }
}
