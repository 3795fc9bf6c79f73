package dev.penstock.client;

import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoreException;
import dev.penstock.store.WriteId;
import org.jspecify.annotations.Nullable;

/**
 * Records how the callers of a keyed operation were served. The answer of the attempt that a caller waited for was
 * recorded with the outcome; what is left are repeats, joiners and those who left.
 */
final class LedgerDeliveries implements Deliveries {

    private static final System.Logger LOG = System.getLogger(LedgerDeliveries.class.getName());

    private final Operation operation;
    private final OperationStore store;
    private final EngineParts parts;

    LedgerDeliveries(Operation operation, OperationStore store, EngineParts parts) {
        this.operation = operation;
        this.store = store;
        this.parts = parts;
    }

    @Override
    public void served(Result result, boolean joined) {
        if (result instanceof Result.Answered answered) {
            boolean replayed = answered.operation().replayed();
            DeliveryKind kind = joined ? DeliveryKind.JOINED : replayed ? DeliveryKind.REPLAYED : DeliveryKind.ANSWERED;
            parts.events().accept(new CallEvent.Delivered(operation.subject(), kind));
            if (kind != DeliveryKind.ANSWERED) {
                write(answered.operation().ref(), kind);
            }
        }
    }

    @Override
    public void left(Flight flight) {
        if (flight.outcome() != null) {
            return;
        }
        parts.events().accept(new CallEvent.Delivered(operation.subject(), DeliveryKind.LEFT));
        IdempotencyKey key = operation.subject().key();
        if (key != null && operation.isAttached()) {
            try {
                write(
                        store.find(operation.subject().tenant(), key)
                                .map(OperationRecord::ref)
                                .orElse(null),
                        DeliveryKind.LEFT);
            } catch (StoreException e) {
                unrecorded(e);
            }
        }
    }

    private void write(@Nullable GenerationRef ref, DeliveryKind kind) {
        if (ref == null || !operation.isAttached()) {
            return;
        }
        try {
            store.write(new OperationWrite.Deliver(WriteId.create(parts.random()), ref, kind, null));
        } catch (StoreException e) {
            unrecorded(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void unrecorded(StoreException e) {
        LOG.log(System.Logger.Level.WARNING, "a delivery could not be recorded: {0}", e.kind());
    }
}
