package dev.penstock.client;

import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sees within a second what others write beside this engine: cancels of operations that fly here, and the pauses of
 * routes (design 8). Reads only, and only keys that fly.
 */
final class LedgerWatch implements AutoCloseable {

    private static final long EVERY = Duration.ofMillis(500).toNanos();

    private static final System.Logger LOG = System.getLogger(LedgerWatch.class.getName());

    private final OperationStore store;
    private final Flights flights;
    private final PauseKeeper pauses;
    private final Time time;
    private final Signal closed = new Signal();

    private LedgerWatch(OperationStore store, Flights flights, PauseKeeper pauses, Time time) {
        this.store = store;
        this.flights = flights;
        this.pauses = pauses;
        this.time = time;
    }

    static LedgerWatch start(OperationStore store, Flights flights, PauseKeeper pauses, Time time) {
        LedgerWatch watch = new LedgerWatch(store, flights, pauses, time);
        time.tasks().start("penstock-watch", watch::run);
        return watch;
    }

    @Override
    public void close() {
        closed.set();
    }

    private void run() {
        try {
            while (!time.sleeper().await(closed, EVERY)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            pauses.follow();
            Map<Tenant, List<IdempotencyKey>> byTenant = new HashMap<>();
            for (FlightKey key : flights.keys()) {
                byTenant.computeIfAbsent(key.tenant(), ignored -> new ArrayList<>())
                        .add(key.key());
            }
            byTenant.forEach((tenant, keys) ->
                    store.findAll(tenant, keys).values().forEach(record -> cancelIfAsked(tenant, record)));
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "the ledger could not be looked at: {0}", e.kind());
        }
    }

    private void cancelIfAsked(Tenant tenant, OperationRecord record) {
        if (record.times().cancelRequestedAt().isPresent()) {
            Flight flight = flights.get(new FlightKey(tenant, record.key()));
            if (flight != null) {
                flight.stops().turn(Stop.CANCELLED);
            }
        }
    }
}
