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
 * Sees within a second what others write beside this engine: cancels of operations that fly here, the pauses of routes,
 * and moves of what waits here, or runs elsewhere and is waited for here (design 8 and 12). Reads only, and only keys that
 * fly: all of them together, however many wait.
 */
final class LedgerWatch implements AutoCloseable {

    private static final long EVERY = Duration.ofMillis(500).toNanos();

    /** While a flight waits for what another process does, and for nothing else. */
    private static final long WHILE_AWAITED = Duration.ofMillis(200).toNanos();

    /** Between two looks, however many hints come. */
    private static final long APART = Duration.ofMillis(20).toNanos();

    private static final System.Logger LOG = System.getLogger(LedgerWatch.class.getName());

    private final OperationStore store;
    private final Flights flights;
    private final PauseKeeper pauses;
    private final Time time;
    private final Signal closed = new Signal();
    private volatile Signal wake = new Signal();

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
        Unattended unattended = new Unattended("the look at the ledger", time);
        try {
            while (!closed.isSet()) {
                boolean woken = time.sleeper().await(wake, isAwaited() ? WHILE_AWAITED : EVERY);
                if (woken) {
                    // Before the look, so that whatever comes during it is looked for again. The rival is a hint.
                    wake = new Signal();
                }
                if (!closed.isSet()) {
                    unattended.run(this::follow);
                    unattended.run(this::look);
                }
                if (woken) {
                    time.sleeper().await(closed, APART);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        try {
            pauses.follow();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "the pauses in the ledger could not be looked at: {0}", e.kind());
        }
    }

    private void look() {
        try {
            // Before the read: what a flight moves itself during it is no news to the wait that comes after that.
            Map<FlightKey, Vigil> vigils = flights.vigils();
            Map<FlightKey, Flight> flying = flights.byKey();
            Map<Tenant, List<IdempotencyKey>> byTenant = new HashMap<>();
            for (FlightKey key : flying.keySet()) {
                byTenant.computeIfAbsent(key.tenant(), ignored -> new ArrayList<>())
                        .add(key.key());
            }
            byTenant.forEach((tenant, keys) -> store.findAll(tenant, keys).forEach((key, record) -> {
                FlightKey found = new FlightKey(tenant, key);
                Flight flight = flying.get(found);
                if (flight != null && isCancelled(record)) {
                    flight.cancel();
                }
                Vigil vigil = vigils.get(found);
                if (vigil != null && vigil.isMove().test(record)) {
                    vigil.wake().run();
                }
            }));
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "the ledger could not be looked at: {0}", e.kind());
        }
    }

    /** Not where the wish came too late for another end: a repeat that reopens that was never cancelled. */
    private static boolean isCancelled(OperationRecord record) {
        return switch (record.state()) {
            case RECEIVED, CLAIMED, DISPATCHING, RETRY_SCHEDULED, CANCELLED_BEFORE_DISPATCH ->
                record.times().cancelRequestedAt().isPresent();
            case UNKNOWN_OUTCOME, SUCCEEDED, FAILED_PERMANENT, DEAD_LETTER -> false;
        };
    }

    private boolean isAwaited() {
        return flights.vigils().values().stream().anyMatch(Vigil::isElsewhere);
    }
}
