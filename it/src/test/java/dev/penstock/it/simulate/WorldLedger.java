package dev.penstock.it.simulate;

import dev.penstock.store.ApiKeys;
import dev.penstock.store.BatchExports;
import dev.penstock.store.KeyRing;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationStore;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.RetryTokens;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.SpendRows;
import dev.penstock.store.Workers;
import dev.penstock.store.jdbc.ledger.LedgerClock;
import dev.penstock.store.jdbc.ledger.LedgerRooms;
import dev.penstock.store.jdbc.ledger.Traffic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** The product's ledger as one process of several has it, with the leases of design 8. */
record WorldLedger(LedgerRooms rooms) implements Ledger {

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Traffic TRAFFIC = new Traffic("SELECT total_changes()", 0);
    private static final Duration RECOVERY = Duration.ofSeconds(2);

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
    public OperationStore operations() {
        return rooms.operations();
    }

    @Override
    public Workers workers() {
        return rooms.workers();
    }

    @Override
    public RoutePauseRows pauses() {
        return rooms.pauses();
    }

    @Override
    public BatchExports exports() {
        return rooms.exports();
    }

    @Override
    public Maintenance maintenance() {
        return rooms.maintenance();
    }

    @Override
    public ApiKeys apiKeys() {
        return rooms.apiKeys();
    }

    @Override
    public SpendRows spend() {
        return rooms.spend();
    }

    @Override
    public PermitBlocks permitBlocks() {
        return rooms.permitBlocks();
    }

    @Override
    public RetryTokens retryTokens() {
        return rooms.retryTokens();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public KeyRing keyRing() {
        return rooms.keyRing();
    }

    @Override
    public void close() {}
}
