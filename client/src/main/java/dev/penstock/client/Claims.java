package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.WriteId;

/**
 * What this process has claimed and not yet sent. Thread-safe.
 *
 * @param parts for chance
 * @param ledger where it is claimed
 */
record Claims(EngineParts parts, LedgerSide ledger) {

    private static final System.Logger LOG = System.getLogger(Claims.class.getName());

    /** Whether this process holds it, with nothing under way. */
    boolean isOurs(OperationRecord record) {
        OperationRecord.Lease lease = record.lease();
        return record.state() == OperationState.CLAIMED
                && lease != null
                && lease.worker().equals(ledger.worker());
    }

    /**
     * Gives a claim back that nobody in this process goes on with: others may take it at once. One with an ambiguous
     * attempt ends, since no other process may go on with it (design 4).
     */
    void giveBack(FlightKey key) throws InterruptedException {
        try {
            OperationRecord record =
                    ledger.store().find(key.tenant(), key.key()).orElse(null);
            if (record != null && isOurs(record)) {
                ledger.store().write(withdrawal(record));
            }
        } catch (StoreException e) {
            // The claim ends with this process.
            LOG.log(System.Logger.Level.WARNING, "a claim could not be given back: {0}", e.kind());
        }
    }

    /** Ends a claim whose request can no longer be sent: its body was erased. */
    void end(OperationRecord record) throws InterruptedException {
        boolean ambiguous = record.attempts().ambiguous() > 0;
        ledger.store()
                .write(new OperationWrite.End(
                        nextId(),
                        record.version(),
                        ambiguous ? OperationState.UNKNOWN_OUTCOME : OperationState.DEAD_LETTER,
                        EndReason.INTERNAL_ERROR));
    }

    private OperationWrite withdrawal(OperationRecord record) {
        return record.attempts().ambiguous() > 0
                ? new OperationWrite.End(
                        nextId(), record.version(), OperationState.UNKNOWN_OUTCOME, EndReason.ABANDONED)
                : new OperationWrite.Release(nextId(), record.version());
    }

    private WriteId nextId() {
        return WriteId.create(parts.random());
    }
}
