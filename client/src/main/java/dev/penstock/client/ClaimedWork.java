package dev.penstock.client;

import dev.penstock.store.OperationRecord;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Lets claimed operations fly as their owners asked for them. Thread-safe.
 *
 * @param parts what is lent to every operation with a key
 * @param flights everything that flies here
 */
record ClaimedWork(KeyedParts parts, Flights flights) implements BackgroundWork.Pickup {

    @Override
    public boolean takeUp(OperationRecord claimed, Consumer<Flight.Outcome> landed) throws InterruptedException {
        return switch (parts.recorded().find(claimed)) {
            case RecordedWork.Found.Open open -> {
                fly(open.operation(), claimed, Flight.takenUp(claimed.fingerprint(), landed));
                yield true;
            }
            case RecordedWork.Found.Over over -> {
                parts.claims().end(claimed, over.why());
                yield false;
            }
        };
    }

    private void fly(Operation operation, OperationRecord claimed, Flight flight) {
        FlightKey key = new FlightKey(operation.subject().tenant(), claimed.key());
        Journey journey = new Journey(parts, operation, flight, Drafting.of(claimed.fingerprint(), parts.engine()));
        Flight present = flights.putIfAbsent(key, flight);
        if (present == null) {
            flights.fly(flight, key, () -> journey.take(claimed));
        } else {
            afterwards(present, key, operation, flight);
        }
    }

    /**
     * Somebody flies under its key already, and goes on with it where it can. One that sees no record of its own beside it,
     * because it came in between, gives it back.
     */
    private void afterwards(Flight present, FlightKey key, Operation operation, Flight waiting) {
        flights.add(waiting);
        flights.fly(waiting, null, () -> {
            Flight other = present;
            while (other != null && parts.engine().time().sleeper().await(other.landed(), operation.deadline())) {
                other = flights.get(key);
            }
            parts.claims().giveBack(key, Duration.ZERO);
            return new Flight.Outcome.Ended(
                    new Result.Parked(parts.engine().parking().why(), null));
        });
    }
}
