package dev.penstock.client;

import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.Version;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sees within a second what others write beside this engine: cancels of operations that fly here, the pauses of routes,
 * and the moves of what another process does and somebody here waits for (design 8 and 12). Reads only, and only keys
 * that fly: all of them together, however many wait.
 */
final class LedgerWatch implements AutoCloseable {

    private static final long EVERY = Duration.ofMillis(500).toNanos();

    /** While somebody waits for what another process does. */
    private static final long WHILE_AWAITED = Duration.ofMillis(200).toNanos();

    /** Between two looks, however many hints come. */
    private static final long APART = Duration.ofMillis(20).toNanos();

    private static final System.Logger LOG = System.getLogger(LedgerWatch.class.getName());

    private final OperationStore store;
    private final Flights flights;
    private final PauseKeeper pauses;
    private final Time time;
    private final Map<FlightKey, Awaited> awaited = new ConcurrentHashMap<>();
    private final Signal closed = new Signal();
    private volatile Signal wake = new Signal();

    /** Where a generation stood when somebody began to wait for its next move. */
    private record Awaited(Version seen, Signal moved) {}

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

    /**
     * Watches for the next move of what flies under a key here and runs elsewhere.
     *
     * @param key under which a flight of this process waits, the only one
     * @param seen where its generation stands
     * @param moved set once it stands elsewhere, or has a successor
     */
    void await(FlightKey key, Version seen, Signal moved) {
        awaited.put(key, new Awaited(seen, moved));
    }

    /** Nobody waits under the key any more. */
    void forget(FlightKey key) {
        awaited.remove(key);
    }

    /** It is worth looking now. */
    void wake() {
        wake.set();
    }

    @Override
    public void close() {
        closed.set();
        wake.set();
    }

    private void run() {
        try {
            while (!closed.isSet()) {
                boolean woken = time.sleeper().await(wake, awaited.isEmpty() ? EVERY : WHILE_AWAITED);
                if (woken) {
                    // Before the look, so that whatever comes during it is looked for again. The rival is a hint.
                    wake = new Signal();
                }
                if (!closed.isSet()) {
                    look();
                }
                if (woken) {
                    time.sleeper().await(closed, APART);
                }
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
            byTenant.forEach(
                    (tenant, keys) -> store.findAll(tenant, keys).values().forEach(record -> tell(tenant, record)));
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "the ledger could not be looked at: {0}", e.kind());
        }
    }

    private void tell(Tenant tenant, OperationRecord record) {
        FlightKey key = new FlightKey(tenant, record.key());
        Awaited waiting = awaited.get(key);
        if (waiting != null && !waiting.seen().equals(record.version())) {
            waiting.moved().set();
        }
        if (record.times().cancelRequestedAt().isPresent()) {
            Flight flight = flights.get(key);
            if (flight != null) {
                flight.stops().turn(Stop.CANCELLED);
            }
        }
    }
}
