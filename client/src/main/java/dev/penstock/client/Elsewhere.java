package dev.penstock.client;

import dev.penstock.policy.admission.Place;
import dev.penstock.policy.admission.Population;
import dev.penstock.policy.admission.Refused;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteId;
import dev.penstock.time.Signal;

/**
 * Waits for what another process does under a key, as a joiner does: with neither a place among the operations nor a
 * permit, bounded apart, at most until its caller's answer is due, and with no connection held (design 6 and 12).
 * Thread-safe.
 *
 * @param parts time and chance
 * @param ledger where it stands
 * @param population bounds those who wait
 */
record Elsewhere(EngineParts parts, LedgerSide ledger, Population population) {

    /**
     * Waits for its next move.
     *
     * @param record as it stands, with another process
     * @param operation what this process was asked for
     * @param flight whose callers wait
     * @return the wish to look the key up again, or what its callers are told when they have waited long enough
     */
    Step await(OperationRecord record, Operation operation, Flight flight) throws InterruptedException {
        Stop stop = flight.stops().reason();
        if (operation.answerBy().isExpired() || (stop != null && stop != Stop.CANCELLED)) {
            return land(ledger.replies().inProgress(record));
        }
        if (stop == Stop.CANCELLED && record.times().cancelRequestedAt().isEmpty()) {
            passOn(record);
            return new Step.LookUp();
        }
        return switch (population.join()) {
            case Refused refused -> land(Replies.notAdmitted(refused));
            case Place place -> {
                try (place) {
                    untilItMoves(record, operation, flight);
                    yield new Step.LookUp();
                }
            }
        };
    }

    /** The wish of a caller here is carried out where the operation runs. */
    private void passOn(OperationRecord record) throws InterruptedException {
        ledger.store()
                .write(new OperationWrite.RequestCancel(
                        WriteId.create(parts.random()),
                        record.ref(),
                        record.ref().tenant().id(),
                        ""));
    }

    /** Or until its callers have left, or this process stops. A cancel that is known there ends no waiting here. */
    private void untilItMoves(OperationRecord record, Operation operation, Flight flight) throws InterruptedException {
        boolean isCancelKnown = record.times().cancelRequestedAt().isPresent();
        Signal moved = new Signal();
        flight.keep(new Vigil(now -> !now.version().equals(record.version()), moved::set, true));
        flight.stops().hook(why -> {
            if (why != Stop.CANCELLED || !isCancelKnown) {
                moved.set();
            }
        });
        try {
            ledger.hints().want(record.ref());
            boolean ignored = parts.time().sleeper().await(moved, operation.answerBy());
        } finally {
            flight.stops().unhook();
            flight.keep(null);
        }
    }

    private static Step land(Result result) {
        return new Step.Land(new Flight.Outcome.Ended(result));
    }
}
