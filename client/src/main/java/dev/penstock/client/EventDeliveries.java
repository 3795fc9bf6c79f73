package dev.penstock.client;

import dev.penstock.client.CallEvent.Subject;
import dev.penstock.store.OperationWrite.DeliveryKind;
import java.util.function.Consumer;

/**
 * Tells how the caller of a call without a key was served. Nothing is recorded.
 *
 * @param subject whose call it is
 * @param events who hears
 */
record EventDeliveries(Subject subject, Consumer<CallEvent> events) implements Deliveries {

    @Override
    public void served(Result result, boolean joined) {
        if (result instanceof Result.Answered) {
            events.accept(new CallEvent.Delivered(subject, DeliveryKind.ANSWERED));
        }
    }

    @Override
    public void left(Flight flight) {
        if (flight.outcome() == null) {
            events.accept(new CallEvent.Delivered(subject, DeliveryKind.LEFT));
        }
    }
}
