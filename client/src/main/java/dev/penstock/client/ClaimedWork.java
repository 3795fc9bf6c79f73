package dev.penstock.client;

import dev.penstock.store.OperationRecord;
import java.util.Optional;

/**
 * Lets claimed operations fly as their owners asked for them. Thread-safe.
 *
 * @param parts what is lent to every operation with a key
 * @param flights everything that flies here
 */
record ClaimedWork(KeyedParts parts, Flights flights) implements BackgroundWork.Pickup {

    @Override
    public boolean takeUp(OperationRecord claimed, Runnable landed) throws InterruptedException {
        Optional<Operation> known = parts.recorded().operation(claimed);
        if (known.isEmpty()) {
            claims().end(claimed);
            return false;
        }
        Operation operation = known.get();
        Flight flight = Flight.takenUp(claimed.fingerprint());
        FlightKey key = new FlightKey(claimed.ref().tenant(), claimed.key());
        Flight present = flights.putIfAbsent(key, flight);
        if (present != null) {
            afterwards(present, key, operation, landed);
            return true;
        }
        Journey journey = new Journey(parts, operation, flight, Drafting.of(claimed.fingerprint(), parts.engine()));
        flights.fly(flight, key, () -> {
            try {
                return journey.take(claimed);
            } finally {
                landed.run();
            }
        });
        return true;
    }

    /**
     * Whoever flies under the key finds the claim and goes on with it; if it lands without, the claim goes back. That is
     * waited for as a flight is, so that a shutdown waits for it too.
     */
    private void afterwards(Flight present, FlightKey key, Operation operation, Runnable landed) {
        Flight waiting = new Flight(null, true);
        flights.add(waiting);
        flights.fly(waiting, null, () -> {
            try {
                parts.engine().time().sleeper().await(present.landed(), operation.deadline());
                claims().giveBack(key);
                return new Flight.Outcome.Ended(
                        new Result.Parked(parts.engine().parking().why(), null));
            } finally {
                landed.run();
            }
        });
    }

    private Claims claims() {
        return new Claims(parts.engine(), parts.ledger());
    }
}
