package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.time.Signal;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** What this process has claimed and not yet sent. Thread-safe. */
final class Claims implements AutoCloseable {

    /** How often what is owed is tried again. */
    private static final long AGAIN_AFTER = Landing.SOON.toNanos();

    private static final System.Logger LOG = System.getLogger(Claims.class.getName());

    private final EngineParts parts;
    private final LedgerSide ledger;
    private final Flights flights;
    private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean paying = new AtomicBoolean();
    private final Signal closed = new Signal();

    /** A claim that the ledger did not take back. */
    private record Owed(FlightKey key, Duration after) {}

    /**
     * Claims.
     *
     * @param parts for chance and events
     * @param ledger where they stand
     * @param flights everything that flies here
     */
    Claims(EngineParts parts, LedgerSide ledger, Flights flights) {
        this.parts = parts;
        this.ledger = ledger;
        this.flights = flights;
    }

    /** Whether this process holds it, with nothing under way. */
    boolean isOurs(OperationRecord record) {
        return record.state() == OperationState.CLAIMED && isHeld(record);
    }

    /**
     * Gives back what this process holds and nobody in it goes on with: a claim, and what waits here for its next attempt. One
     * with an ambiguous attempt ends, since no other process may go on with it (design 4). How its attempt ended may still
     * have to be committed: it is given back after that.
     *
     * @param after how long nobody is to take it up
     */
    void giveBack(FlightKey key, Duration after) throws InterruptedException {
        try {
            if (tryGivingBack(key, after) == Given.BACK) {
                return;
            }
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "a claim could not be given back, for a fault of ours: {0}",
                    e.getClass());
        }
        owe(new Owed(key, after));
    }

    /** How it went. */
    private enum Given {
        BACK,
        NOT_YET,
        LEDGER_AWAY
    }

    private Given tryGivingBack(FlightKey key, Duration after) throws InterruptedException {
        try {
            OperationRecord record =
                    ledger.store().find(key.tenant(), key.key()).orElse(null);
            if (record == null || !(isHeld(record) || isNobodys(record))) {
                return Given.BACK;
            }
            if (record.state() == OperationState.DISPATCHING) {
                return Given.NOT_YET;
            }
            if (record.state() == OperationState.CLAIMED) {
                withdraw(record, after);
                return Given.BACK;
            }
            if (isNobodys(record)) {
                end(record, EndReason.ABANDONED);
                return Given.BACK;
            }
            return record.settings().mode() == OperationMode.ATTACHED ? abandon(key, record) : Given.BACK;
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "a claim could not be given back: {0}", e.kind());
            return isAboutOneRecord(e.kind()) ? Given.NOT_YET : Given.LEDGER_AWAY;
        }
    }

    /** Nobody would find it in a queue. Whoever flies under its key by now may have it, and gives it back in his turn. */
    private Given abandon(FlightKey key, OperationRecord record) throws InterruptedException {
        if (flights.get(key) != null) {
            return Given.NOT_YET;
        }
        end(record, EndReason.ABANDONED);
        return Given.BACK;
    }

    private void owe(Owed next) {
        owed.add(next);
        if (paying.compareAndSet(false, true)) {
            parts.time().tasks().start("penstock-owed", this::pay);
        }
    }

    private void pay() {
        Unattended unattended = new Unattended("giving claims back", parts.time());
        try {
            do {
                while (!owed.isEmpty() && !parts.time().sleeper().await(closed, AGAIN_AFTER)) {
                    giveBackOwed(unattended);
                }
                paying.set(false);
                // The rival owes something new, and found this still at it.
            } while (!owed.isEmpty() && !closed.isSet() && paying.compareAndSet(false, true));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.set();
    }

    /**
     * Tries once more to give back what the ledger did not take, until it refuses again. Whoever flies under a key may go on
     * with its claim, and may end without having seen it: it is looked at again after that.
     */
    private void giveBackOwed(Unattended unattended) throws InterruptedException {
        for (Owed next : List.copyOf(owed)) {
            switch (unattended.ask(() -> giveBack(next), Given.NOT_YET)) {
                case BACK -> owed.remove(next);
                case NOT_YET -> {}
                case LEDGER_AWAY -> {
                    return;
                }
            }
        }
    }

    /** Else no other would be given back either. */
    private static boolean isAboutOneRecord(StoreException.Kind kind) {
        return switch (kind) {
            case BUSY, UNCERTAIN, CORRUPT -> true;
            case LOCKED, FULL, READ_ONLY, UNSAFE_SETTINGS, INCOMPATIBLE, UNAVAILABLE, CLOSED -> false;
        };
    }

    private Given giveBack(Owed next) throws InterruptedException {
        return flights.get(next.key()) != null ? Given.NOT_YET : tryGivingBack(next.key(), next.after());
    }

    /**
     * Ends what code of ours failed at before its intent: whoever took it up again would fail as well (row 4). What is held
     * here without an attempt under way is ended, in whatever state; what the ledger does not take is given back later.
     */
    void fail(FlightKey key) throws InterruptedException {
        try {
            OperationRecord record =
                    ledger.store().find(key.tenant(), key.key()).orElse(null);
            if (record != null && isHeld(record) && record.state() != OperationState.DISPATCHING) {
                end(record, EndReason.INTERNAL_ERROR);
            }
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "what our own code failed at could not be ended: {0}", e.kind());
            owe(new Owed(key, Landing.LATER));
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "a fault of ours in ending what our own code failed at: {0}",
                    e.getClass());
            owe(new Owed(key, Landing.LATER));
        }
    }

    private boolean isHeld(OperationRecord record) {
        OperationRecord.Lease lease = record.lease();
        return !record.state().isSettled() && lease != null && lease.worker().equals(ledger.worker());
    }

    /** A caller's own that a late outcome left to be tried again after its lease was lost: no queue has it. */
    private static boolean isNobodys(OperationRecord record) {
        return record.state() == OperationState.RETRY_SCHEDULED
                && record.lease() == null
                && record.settings().mode() == OperationMode.ATTACHED;
    }

    /** Ends what can no longer be sent, and says so. */
    void end(OperationRecord record, EndReason why) throws InterruptedException {
        boolean ambiguous = record.attempts().ambiguous() > 0;
        OperationState state = ambiguous ? OperationState.UNKNOWN_OUTCOME : OperationState.DEAD_LETTER;
        WriteResult result = ledger.store().write(new OperationWrite.End(nextId(), record.version(), state, why));
        if (result instanceof WriteResult.Committed) {
            parts.events().accept(settled(record, state, why));
        }
    }

    private void withdraw(OperationRecord record, Duration after) throws InterruptedException {
        if (record.attempts().ambiguous() > 0) {
            end(record, EndReason.ABANDONED);
        } else {
            ledger.store().write(new OperationWrite.Release(nextId(), record.version(), after));
        }
    }

    private static CallEvent.Settled settled(OperationRecord record, OperationState state, EndReason why) {
        OperationRecord.Times times = record.times();
        return new CallEvent.Settled(
                new CallEvent.Subject(record.ref().tenant(), record.key(), Variant.NONE),
                state,
                why,
                record.usage(),
                true,
                record.attempts().started(),
                Duration.ofMillis(Math.max(0, times.readAt() - times.receivedAt())));
    }

    private WriteId nextId() {
        return WriteId.create(parts.random());
    }
}
