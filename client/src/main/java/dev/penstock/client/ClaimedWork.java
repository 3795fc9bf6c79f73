package dev.penstock.client;

import dev.penstock.policy.admission.Population;
import dev.penstock.policy.admission.Priority;
import dev.penstock.store.Bytes;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets claimed operations fly as their owners asked for them, from what the ledger holds: the request's body, the
 * settings, and what is left of the deadline. Thread-safe.
 *
 * @param parts what is lent to every operation
 * @param ledger where they stand
 * @param population how many operations are retained
 * @param flights everything that flies here
 * @param preparation finds where they can go
 */
record ClaimedWork(
        EngineParts parts, LedgerSide ledger, Population population, Flights flights, Preparation preparation)
        implements BackgroundWork.Pickup {

    @Override
    public boolean takeUp(OperationRecord claimed, Runnable landed) throws InterruptedException {
        Optional<Operation> known = operation(claimed);
        if (known.isEmpty()) {
            new Claims(parts, ledger).end(claimed);
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
        Journey journey =
                new Journey(parts, ledger, population, operation, flight, Drafting.of(claimed.fingerprint(), parts));
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
                parts.time().sleeper().await(present.landed(), operation.deadline());
                new Claims(parts, ledger).giveBack(key);
                return new Flight.Outcome.Ended(
                        new Result.Parked(parts.parking().why(), null));
            } finally {
                landed.run();
            }
        });
    }

    private Optional<Operation> operation(OperationRecord claimed) {
        return ledger.store()
                .body(claimed.ref(), StoredBody.Kind.REQUEST)
                .map(body -> preparation.prepare(call(claimed, body.bytes())))
                .flatMap(prepared -> switch (prepared) {
                    case Preparation.Prepared.Ready ready -> Optional.of(ready.operation());
                    case Preparation.Prepared.Invalid ignored -> Optional.empty();
                });
    }

    private static ChatCall call(OperationRecord claimed, Bytes body) {
        CallSettings settings = new CallSettings(
                claimed.ref().tenant(),
                OperationMode.BACKGROUND,
                Priority.BACKGROUND,
                claimed.settings().replay(),
                Duration.ofMillis(Math.max(1, claimed.times().remainingMillis())),
                claimed.settings().maxAttempts(),
                claimed.fingerprint().payloadVersion(),
                claimed.batch(),
                CallerTerms.DEFAULT);
        return new ChatCall(body, claimed.key(), settings, ResultCheck.none());
    }
}
