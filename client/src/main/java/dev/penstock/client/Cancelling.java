package dev.penstock.client;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cancels operations for whoever asks, wherever they run. Who asked, and why, is kept in the ledger, where the operation
 * stands in it. Thread-safe.
 *
 * @param flights everything that flies here
 * @param store where operations are recorded; null without a ledger
 * @param parts time and chance
 */
record Cancelling(Flights flights, @Nullable OperationStore store, EngineParts parts) {

    private static final System.Logger LOG = System.getLogger(Cancelling.class.getName());

    /** How long what flies here may take to end before the cancel is called requested. */
    private static final long PATIENCE = Duration.ofSeconds(1).toNanos();

    /**
     * Who asks, and why.
     *
     * @param author who
     * @param why in their own words; "" for nothing
     */
    record Wish(String author, String why) {}

    /** Whether it is cancelled for certain. */
    boolean cancel(Tenant tenant, IdempotencyKey key, Wish wish) throws InterruptedException {
        Flight flight = flights.get(new FlightKey(tenant, key));
        if (flight == null) {
            return isCancelled(recorded(tenant, key, wish));
        }
        boolean isCancelledThere = isCancelled(kept(tenant, key, wish));
        flight.cancel();
        parts.time().sleeper().await(flight.landed(), PATIENCE);
        return isCancelledThere || hasEndedCancelled(flight);
    }

    /** What flies here is stopped here, also while the ledger takes nothing. */
    private @Nullable WriteResult kept(Tenant tenant, IdempotencyKey key, Wish wish) throws InterruptedException {
        try {
            return recorded(tenant, key, wish);
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "who asked for a cancel could not be kept: {0}", e.kind());
            return null;
        }
    }

    private @Nullable WriteResult recorded(Tenant tenant, IdempotencyKey key, Wish wish) throws InterruptedException {
        OperationStore ledger = store;
        Optional<OperationRecord> found = ledger == null ? Optional.empty() : ledger.find(tenant, key);
        return ledger == null || found.isEmpty()
                ? null
                : ledger.write(new OperationWrite.RequestCancel(
                        WriteId.create(parts.random()), found.get().ref(), wish.author(), wish.why()));
    }

    private static boolean hasEndedCancelled(Flight flight) {
        return flight.outcome() instanceof Flight.Outcome.Ended ended && ended.result() instanceof Result.Cancelled;
    }

    private static boolean isCancelled(@Nullable WriteResult result) {
        return result instanceof WriteResult.Committed committed
                && committed.record().state() == OperationState.CANCELLED_BEFORE_DISPATCH;
    }
}
