package dev.penstock.client;

import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.admission.Place;
import dev.penstock.policy.admission.Population;
import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One keyed operation from its key to its end: looks the key up, and replays, refuses, goes on with, reopens or begins
 * what it names, as often as somebody else moves it meanwhile. Runs on the flight's own thread.
 */
final class Journey {

    /** How often a generation that somebody else holds is looked at. */
    private static final long LOOK_AGAIN = Duration.ofMillis(200).toNanos();

    private final EngineParts parts;
    private final LedgerSide ledger;
    private final Population population;
    private final Operation operation;
    private final Flight flight;
    private final Drafting drafting;

    Journey(
            EngineParts parts,
            LedgerSide ledger,
            Population population,
            Operation operation,
            Flight flight,
            Drafting drafting) {
        this.parts = parts;
        this.ledger = ledger;
        this.population = population;
        this.operation = operation;
        this.flight = flight;
        this.drafting = drafting;
    }

    /** Flies to the end. */
    Flight.Outcome fly() throws InterruptedException {
        while (true) {
            Step step;
            try {
                step = lookUp();
            } catch (StoreException e) {
                return ended(new Result.StoreUnavailable(
                        e.kind(),
                        Objects.requireNonNullElse(e.getMessage(), e.kind().name()),
                        null));
            }
            switch (step) {
                case Step.Land land -> {
                    return land.outcome();
                }
                case Step.LookUp ignored -> {}
                case Step.Wait wait ->
                    parts.time().sleeper().await(flight.stops().signal(), wait.nanos());
            }
        }
    }

    private Step lookUp() throws InterruptedException {
        Optional<OperationRecord> found = ledger.store()
                .find(
                        operation.subject().tenant(),
                        Objects.requireNonNull(operation.subject().key()));
        if (found.isEmpty()) {
            return parts.parking().isParked()
                    ? land(new Result.Parked(parts.parking().why(), null))
                    : admitted(operation, null, new Step.Wait(0, Lane.ORIGINAL));
        }
        return repeat(found.get());
    }

    private Step repeat(OperationRecord record) throws InterruptedException {
        WriteResult.FingerprintMatch match =
                ledger.fingerprints().compare(record.fingerprint(), drafting.fingerprint(), operation.request());
        StoredReplies replies = ledger.replies();
        return switch (Repeat.decide(record, match, operation.retry())) {
            case Repeat.Replay ignored -> land(replies.replay(record));
            case Repeat.Conflict conflict -> land(replies.conflict(record, conflict.verifiable()));
            case Repeat.Unknown ignored -> land(replies.unknown(record));
            case Repeat.Ended end -> land(replies.ended(record, end.comeBack()));
            case Repeat.Held ignored ->
                operation.deadline().isExpired() || flight.stops().reason() != null
                        ? land(replies.inProgress(record))
                        : new Step.Wait(LOOK_AGAIN, Lane.ORIGINAL);
            case Repeat.Continue open -> goOn(record, open.notBefore());
            case Repeat.Reopen reopen -> reopen(record, reopen.asOriginal());
        };
    }

    /** Takes up what is open in the ledger, with what is left of its own deadline. */
    private Step goOn(OperationRecord record, Duration notBefore) throws InterruptedException {
        if (parts.parking().isParked()) {
            return land(ledger.replies().parked(record, parts.parking().why()));
        }
        Duration left = Duration.ofMillis(record.times().remainingMillis());
        if (!operation.retry().allowsAttempt(left.toNanos())) {
            boolean ambiguous = record.attempts().ambiguous() > 0;
            OperationState end = ambiguous ? OperationState.UNKNOWN_OUTCOME : OperationState.DEAD_LETTER;
            ledger.store().write(new OperationWrite.End(nextId(), record.version(), end, EndReason.DEADLINE));
            return new Step.LookUp();
        }
        Lane lane = record.attempts().sent() > 0 ? Lane.RETRY : Lane.ORIGINAL;
        Deadline deadline = parts.time().deadlineAfter(left);
        return admitted(operation.withDeadline(deadline), record, new Step.Wait(notBefore.toNanos(), lane));
    }

    /** Exhaustion never becomes a fresh allowance: what was refused by the provider waits with the retries. */
    private Step reopen(OperationRecord record, boolean asOriginal) throws InterruptedException {
        if (parts.parking().isParked()) {
            return land(ledger.replies().parked(record, parts.parking().why()));
        }
        Decision decision = new Decision(
                "caller",
                "repeat of the key",
                new Decision.Kind.Reopen(operation.deadline().remaining()));
        WorkerId holder = operation.isBackground() ? null : ledger.worker();
        WriteResult result =
                ledger.store().write(new OperationWrite.Decide(nextId(), record.version(), decision, holder));
        return switch (result) {
            case WriteResult.Committed committed ->
                admitted(operation, committed.record(), new Step.Wait(0, asOriginal ? Lane.ORIGINAL : Lane.RETRY));
            case WriteResult.Refused refused ->
                refused.why() == WriteResult.Why.EXPIRED
                        ? land(new Result.Expired(StoredReplies.info(record, false)))
                        : land(ledger.replies().ended(record, Duration.ZERO));
            case WriteResult.Fenced ignored -> new Step.LookUp();
            case WriteResult.Exists ignored -> new Step.LookUp();
        };
    }

    private Step admitted(Operation what, @Nullable OperationRecord record, Step.Wait first)
            throws InterruptedException {
        return switch (population.admit(what.call().body().size())) {
            case Refused refused -> land(Replies.notAdmitted(refused));
            case Place place -> {
                try (place) {
                    parts.events().accept(new CallEvent.Accepted(what.subject(), record != null));
                    Journal journal = new LedgerJournal(
                            ledger.store(), ledger.worker(), parts.random(), () -> drafting.draft(what), record);
                    yield new OperationRun(parts, what, journal, flight.stops()).run(first);
                }
            }
        };
    }

    private WriteId nextId() {
        return WriteId.create(parts.random());
    }

    private static Step land(Result result) {
        return new Step.Land(ended(result));
    }

    private static Flight.Outcome ended(Result result) {
        return new Flight.Outcome.Ended(result);
    }
}
