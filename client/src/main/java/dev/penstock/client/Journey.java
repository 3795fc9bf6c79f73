package dev.penstock.client;

import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.admission.Place;
import dev.penstock.policy.admission.Population;
import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationMode;
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

    /** How long a write is tried again of which nobody knows whether it was committed. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long AGAIN_AFTER = Duration.ofMillis(50).toNanos();

    private final EngineParts parts;
    private final LedgerSide ledger;
    private final Population population;
    private final RecordedWork recorded;
    private final Operation operation;
    private final Flight flight;
    private final Drafting drafting;
    private final Claims claims;
    private final Elsewhere elsewhere;

    /** Nobody repeated the key: what was claimed is done, and nothing is reopened for it. */
    private boolean claimed;

    Journey(KeyedParts keyed, Operation operation, Flight flight, Drafting drafting) {
        this.parts = keyed.engine();
        this.ledger = keyed.ledger();
        this.population = keyed.population();
        this.recorded = keyed.recorded();
        this.operation = operation;
        this.flight = flight;
        this.drafting = drafting;
        this.claims = keyed.claims();
        this.elsewhere = keyed.elsewhere();
    }

    /** Flies to the end. */
    Flight.Outcome fly() throws InterruptedException {
        return fly(this::lookUp);
    }

    /** Flies with what was claimed for it, to the end or as far as it may go alone. */
    Flight.Outcome take(OperationRecord claim) throws InterruptedException {
        claimed = true;
        return fly(() -> goOn(claim, Duration.ZERO));
    }

    private Flight.Outcome fly(Start start) throws InterruptedException {
        Flight.Outcome outcome;
        try {
            outcome = landed(start);
        } catch (RuntimeException | Error e) {
            claims.fail(key());
            throw e;
        }
        if (outcome instanceof Flight.Outcome.Ended ended) {
            switch (Landing.of(ended.result())) {
                case Landing.Ended ignored -> {}
                case Landing.Left left -> giveBack(left.after());
                case Landing.NotTaken ignored -> {
                    if (mayBeOurs()) {
                        giveBack(Landing.SOON);
                    }
                }
            }
        }
        return outcome;
    }

    /** Not if it could not even be looked up: whoever claimed it beside this one gives it back. */
    private boolean mayBeOurs() {
        return claimed || flight.ref() != null;
    }

    /** The claim may be this process's, and nobody here goes on with it. */
    private void giveBack(Duration after) throws InterruptedException {
        claims.giveBack(key(), after);
    }

    private FlightKey key() {
        return new FlightKey(
                operation.subject().tenant(),
                Objects.requireNonNull(operation.subject().key()));
    }

    private Flight.Outcome landed(Start start) throws InterruptedException {
        Start next = start;
        while (true) {
            Step step;
            try {
                step = next.step();
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
                case Step.LookUp ignored -> next = this::lookUp;
                case Step.Wait ignored -> throw new IllegalStateException("an operation's run ends, or is looked up");
            }
        }
    }

    /** What it begins with. */
    @FunctionalInterface
    private interface Start {
        Step step() throws InterruptedException;
    }

    private Step lookUp() throws InterruptedException {
        Optional<OperationRecord> found = ledger.find(operation);
        if (found.isPresent()) {
            return repeat(found.get());
        }
        if (parts.parking().isParked()) {
            return land(new Result.Parked(parts.parking().why(), null));
        }
        return operation.isContinued() ? accept() : admitted(operation, null, new Step.Wait(0, Lane.ORIGINAL));
    }

    /**
     * What its caller may leave to go on alone is in the ledger before anything else, and this process's own: its caller
     * can be told where it is, and after a crash another takes it up (R-DEADLINE-7).
     */
    private Step accept() throws InterruptedException {
        WriteResult accepted = certain(new OperationWrite.Accept(nextId(), drafting.draft(operation), ledger.worker()));
        return switch (accepted) {
            case WriteResult.Committed committed -> {
                flight.addressed(committed.record().ref());
                yield LedgerJournal.isTakenIn(committed.record())
                        ? admitted(operation, committed.record(), new Step.Wait(0, Lane.ORIGINAL))
                        : new Step.LookUp();
            }
            case WriteResult.Refused refused -> land(Replies.notTaken(refused.why()));
            case WriteResult.Exists ignored -> new Step.LookUp();
            case WriteResult.Fenced ignored -> new Step.LookUp();
        };
    }

    private Step repeat(OperationRecord record) throws InterruptedException {
        WriteResult.FingerprintMatch match =
                ledger.fingerprints().compare(record.fingerprint(), drafting.fingerprint(), operation.request());
        StoredReplies replies = ledger.replies();
        flight.addressed(record.ref());
        if (flight.feed().isDelivered()) {
            return land(replies.inProgress(record));
        }
        RetrySettings retry = isOthers(record)
                ? operation.retry().withMaxAttempts(record.settings().maxAttempts())
                : operation.retry();
        Repeat.Who who = new Repeat.Who(operation.repeatedBy(), ledger.worker());
        return switch (Repeat.decide(record, match, retry, who)) {
            case Repeat.Replay ignored -> land(replies.replay(record));
            case Repeat.Conflict conflict -> land(replies.conflict(record, conflict.verifiable()));
            case Repeat.Unknown ignored -> land(replies.unknown(record));
            case Repeat.Ended end -> land(replies.ended(record, end.comeBack()));
            case Repeat.Held ignored -> held(record);
            case Repeat.Continue open -> goOn(record, open.notBefore());
            case Repeat.Reopen reopen ->
                claimed ? land(replies.ended(record, Duration.ZERO)) : reopen(record, reopen.asOriginal());
        };
    }

    private Step held(OperationRecord record) throws InterruptedException {
        if (claims.isOurs(record)) {
            return goOn(record, Duration.ZERO);
        }
        return claimed ? land(ledger.replies().inProgress(record)) : elsewhere.await(record, operation, flight);
    }

    /** Takes up what is open in the ledger: background work as its owner asked for it, whoever repeats its key. */
    private Step goOn(OperationRecord record, Duration notBefore) throws InterruptedException {
        if (parts.parking().isParked()) {
            return land(ledger.replies().parked(record, parts.parking().why()));
        }
        if (!isOthers(record)) {
            return goOn(operation, record, notBefore);
        }
        if (!flight.goesOnAlone() || operation.answerBy().isExpired()) {
            return land(ledger.replies().inProgress(record));
        }
        return switch (recorded.find(record)) {
            case RecordedWork.Found.Open open -> goOn(open.operation(), record, notBefore);
            case RecordedWork.Found.Over over -> {
                claims.end(record, over.why());
                yield new Step.LookUp();
            }
        };
    }

    /** With what is left of its own deadline. */
    private Step goOn(Operation what, OperationRecord record, Duration notBefore) throws InterruptedException {
        Duration left = Duration.ofMillis(record.times().remainingMillis());
        if (!what.retry().allowsAttempt(left.toNanos())) {
            claims.end(record, EndReason.DEADLINE);
            return new Step.LookUp();
        }
        Lane lane = record.attempts().sent() > 0 ? Lane.RETRY : Lane.ORIGINAL;
        Deadline deadline = parts.time().deadlineAfter(left);
        return admitted(what.withDeadline(deadline), record, new Step.Wait(notBefore.toNanos(), lane));
    }

    /** Whether it was accepted to go on alone, and not for this caller: a repeat changes nothing of it (design 5). */
    private boolean isOthers(OperationRecord record) {
        return !claimed
                && record.settings().mode() == OperationMode.BACKGROUND
                && !record.ref().operation().equals(drafting.id());
    }

    /** Exhaustion never becomes a fresh allowance: what was refused by the provider waits with the retries. */
    private Step reopen(OperationRecord record, boolean asOriginal) throws InterruptedException {
        if (parts.parking().isParked()) {
            return land(ledger.replies().parked(record, parts.parking().why()));
        }
        if (flight.stops().reason() == Stop.ABANDONED) {
            return land(ledger.replies().ended(record, Duration.ZERO));
        }
        boolean background = record.settings().mode() == OperationMode.BACKGROUND;
        Duration time = background && !operation.isBackground()
                ? CallSettings.background().deadline()
                : operation.deadline().remaining();
        Decision decision = new Decision("caller", "repeat of the key", new Decision.Kind.Reopen(time));
        WorkerId holder = background ? null : ledger.worker();
        WriteResult result = certain(new OperationWrite.Decide(nextId(), record.version(), decision, holder));
        return switch (result) {
            case WriteResult.Committed committed -> {
                if (!LedgerJournal.isTakenIn(committed.record())) {
                    yield new Step.LookUp();
                }
                yield background
                        ? goOn(committed.record(), Duration.ZERO)
                        : admitted(
                                operation,
                                committed.record(),
                                new Step.Wait(0, asOriginal ? Lane.ORIGINAL : Lane.RETRY));
            }
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
                    parts.events()
                            .accept(new CallEvent.Accepted(what.subject(), record != null, operation.repeatedBy()));
                    Journal journal = new LedgerJournal(ledger, parts.random(), () -> drafting.draft(what), record);
                    yield new OperationRun(parts, what, journal, flight).run(first);
                }
            }
        };
    }

    /**
     * Writes what is held for this caller afterwards. Where nobody knows whether it was committed it is written again under
     * its own id, for a bounded time: else it would stay here, and nobody would go on with it.
     */
    private WriteResult certain(OperationWrite write) throws InterruptedException {
        Deadline patience = operation.deadline().orSooner(PATIENCE);
        boolean doubtful = false;
        while (true) {
            try {
                return ledger.store().write(write);
            } catch (StoreException e) {
                doubtful |= e.kind() == StoreException.Kind.UNCERTAIN;
                if (!doubtful || patience.isExpired()) {
                    throw e;
                }
                parts.time().sleeper().sleep(AGAIN_AFTER);
            }
        }
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
