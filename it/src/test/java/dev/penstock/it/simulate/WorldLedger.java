package dev.penstock.it.simulate;

import dev.penstock.store.KeyRing;
import dev.penstock.store.jdbc.ledger.LedgerClock;
import dev.penstock.store.jdbc.ledger.LedgerRooms;
import dev.penstock.store.jdbc.ledger.RoomyLedger;
import dev.penstock.store.jdbc.ledger.Traffic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** The product's ledger as one process of several has it, with the leases of design 8. */
final class WorldLedger extends RoomyLedger {

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Traffic TRAFFIC = new Traffic("SELECT total_changes()", 0);
    private static final Duration RECOVERY = Duration.ofSeconds(2);

    private final LedgerRooms rooms;

    private WorldLedger(LedgerRooms rooms) {
        this.rooms = rooms;
    }

    /**
     * Opens it.
     *
     * @param access the process's way to the store
     * @param clock the store's clock
     * @param random the process's chance
     * @param keyRing the keys of fingerprints
     */
    static WorldLedger open(StoreAccess access, InstantSource clock, RandomGenerator random, KeyRing keyRing) {
        return new WorldLedger(LedgerRooms.of(
                new LedgerRooms.Paths(access, access, access),
                new LedgerClock(clock, random),
                new LedgerRooms.Leases(LEASE, RECOVERY),
                keyRing,
                new LedgerRooms.Upkeep(access, TRAFFIC, access.time(), target -> {
                    throw new UnsupportedOperationException("no copies here");
                })));
    }

    @Override
    protected LedgerRooms rooms() {
        return rooms;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void close() {}
}
