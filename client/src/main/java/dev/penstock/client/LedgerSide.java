package dev.penstock.client;

import dev.penstock.store.OperationStore;
import dev.penstock.store.WorkerId;
import java.util.function.Supplier;

/**
 * What a keyed operation needs of the ledger.
 *
 * @param store where it is recorded
 * @param identity who this process is there
 * @param fingerprints what requests amount to
 * @param replies what is told from the ledger alone
 */
record LedgerSide(OperationStore store, Supplier<WorkerId> identity, Fingerprints fingerprints, StoredReplies replies) {

    /** Who this process is in the ledger now: another than before where its lease was lost in between. */
    WorkerId worker() {
        return identity.get();
    }
}
