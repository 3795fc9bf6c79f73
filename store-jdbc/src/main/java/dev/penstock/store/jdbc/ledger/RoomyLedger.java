package dev.penstock.store.jdbc.ledger;

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

/** A ledger whose rooms are these, whatever database they are in. */
public abstract class RoomyLedger implements Ledger {

    /** For subclasses. */
    protected RoomyLedger() {}

    /**
     * Its rooms.
     *
     * @return always the same ones
     */
    protected abstract LedgerRooms rooms();

    @Override
    public final OperationStore operations() {
        return rooms().operations();
    }

    @Override
    public final Workers workers() {
        return rooms().workers();
    }

    @Override
    public final RoutePauseRows pauses() {
        return rooms().pauses();
    }

    @Override
    public final BatchExports exports() {
        return rooms().exports();
    }

    @Override
    public final Maintenance maintenance() {
        return rooms().maintenance();
    }

    @Override
    public final ApiKeys apiKeys() {
        return rooms().apiKeys();
    }

    @Override
    public final SpendRows spend() {
        return rooms().spend();
    }

    @Override
    public final PermitBlocks permitBlocks() {
        return rooms().permitBlocks();
    }

    @Override
    public final RetryTokens retryTokens() {
        return rooms().retryTokens();
    }

    @Override
    public final KeyRing keyRing() {
        return rooms().keyRing();
    }
}
