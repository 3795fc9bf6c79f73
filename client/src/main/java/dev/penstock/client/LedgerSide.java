package dev.penstock.client;

import dev.penstock.store.OperationStore;
import dev.penstock.store.WorkerId;

/**
 * What a keyed operation needs of the ledger.
 *
 * @param store where it is recorded
 * @param worker who this process is there
 * @param fingerprints what requests amount to
 * @param replies what is told from the ledger alone
 */
record LedgerSide(OperationStore store, WorkerId worker, Fingerprints fingerprints, StoredReplies replies) {}
