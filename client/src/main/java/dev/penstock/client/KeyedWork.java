package dev.penstock.client;

import dev.penstock.store.Ledger;
import dev.penstock.time.Time;

/**
 * What only an engine with a ledger has: its lease, its watch on the ledger, and what keyed operations need.
 *
 * @param side what keyed operations need
 * @param lease this process's lease
 * @param recovery settles what ended processes left
 * @param watch sees what others write
 */
record KeyedWork(LedgerSide side, LeaseKeeper lease, RecoveryScan recovery, LedgerWatch watch)
        implements AutoCloseable {

    /** Settles what an earlier process left behind, and begins. */
    static KeyedWork start(Ledger ledger, Flights flights, PauseKeeper pauses, Time time) {
        LeaseKeeper lease = LeaseKeeper.start(ledger.workers(), time);
        RecoveryScan recovery = RecoveryScan.start(ledger.workers(), time);
        pauses.load();
        LedgerSide side = new LedgerSide(
                ledger.operations(),
                lease,
                ledger.hints(),
                new Fingerprints(ledger.keyRing()),
                new StoredReplies(ledger.operations()));
        return new KeyedWork(side, lease, recovery, LedgerWatch.start(ledger.operations(), flights, pauses, time));
    }

    @Override
    public void close() {
        watch.close();
        recovery.close();
        lease.close();
    }
}
