package dev.penstock.client;

import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.admission.Place;
import dev.penstock.policy.admission.Population;
import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.EndReason;
import java.util.Objects;

/**
 * One call without a key from its admission to its end. Nothing of it is stored and nothing is found again (R-OP-11); this
 * process remembers it for a while. Runs on the flight's own thread.
 *
 * @param parts what the engine lends
 * @param population how many are retained
 * @param recent what is remembered
 * @param operation what is to be done
 * @param flight who waits
 */
record UnkeyedJourney(
        EngineParts parts, Population population, RecentCalls recent, Operation operation, Flight flight) {

    /** Flies to the end. */
    Flight.Outcome fly() throws InterruptedException {
        if (parts.parking().isParked()) {
            return new Flight.Outcome.Ended(new Result.Parked(parts.parking().why(), null));
        }
        return switch (population.admit(operation.call().body().size())) {
            case Refused refused -> new Flight.Outcome.Ended(Replies.notAdmitted(refused));
            case Place place -> {
                try (place) {
                    yield admitted();
                }
            }
        };
    }

    private Flight.Outcome admitted() throws InterruptedException {
        parts.events().accept(new CallEvent.Accepted(operation.subject(), false, operation.repeatedBy()));
        RecentCall call = recent.begin(
                operation.subject().tenant(),
                operation.mode(),
                operation.deadline().remaining());
        flight.addressed(call.address());
        EndReason unended = EndReason.INTERNAL_ERROR;
        try {
            Step step = new OperationRun(parts, operation, call, flight).run(new Step.Wait(0, firstLane()));
            Flight.Outcome outcome = ((Step.Land) step).outcome();
            unended = unended(outcome);
            return outcome;
        } finally {
            call.over(unended);
        }
    }

    /** Why a call is over that landed without an end of its own. */
    private static EndReason unended(Flight.Outcome outcome) {
        Result result = outcome instanceof Flight.Outcome.Ended ended ? ended.result() : null;
        if (result instanceof Result.NotAdmitted) {
            return EndReason.REFUSED;
        }
        if (result instanceof Result.Parked parked) {
            return Objects.requireNonNullElse(parked.why(), EndReason.ABANDONED);
        }
        return EndReason.INTERNAL_ERROR;
    }

    /** A retry is a retry, whoever makes it: it takes a token and waits with the others (design 12). */
    private Lane firstLane() {
        return switch (operation.repeatedBy()) {
            case CALLER -> Lane.ORIGINAL;
            case SDK -> Lane.RETRY;
        };
    }
}
