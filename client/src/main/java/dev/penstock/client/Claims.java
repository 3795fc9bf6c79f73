package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What this process has claimed and not yet sent. Thread-safe. */
final class Claims {

    private static final System.Logger LOG = System.getLogger(Claims.class.getName());

    private final EngineParts parts;
    private final LedgerSide ledger;
    private final Flights flights;
    private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();

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
        OperationRecord.Lease lease = record.lease();
        return record.state() == OperationState.CLAIMED
                && lease != null
                && lease.worker().equals(ledger.worker());
    }

    /**
     * Gives a claim back that nobody in this process goes on with. One with an ambiguous attempt ends, since no other
     * process may go on with it (design 4).
     *
     * @param after how long nobody is to take it up
     */
    void giveBack(FlightKey key, Duration after) throws InterruptedException {
        if (!isGivenBack(key, after)) {
            owed.add(new Owed(key, after));
        }
    }

    private boolean isGivenBack(FlightKey key, Duration after) throws InterruptedException {
        try {
            OperationRecord record =
                    ledger.store().find(key.tenant(), key.key()).orElse(null);
            if (record != null && isOurs(record)) {
                withdraw(record, after);
            }
            return true;
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "a claim could not be given back: {0}", e.kind());
            return false;
        }
    }

    /**
     * Tries once more to give back what the ledger did not take, until it refuses again. Whoever flies under a key gives its
     * claim back itself. For one thread.
     */
    void giveBackOwed() throws InterruptedException {
        Owed next = owed.peek();
        while (next != null && (flights.get(next.key()) != null || isGivenBack(next.key(), next.after()))) {
            owed.remove(next);
            next = owed.peek();
        }
    }

    /**
     * Ends what code of ours failed at before its intent: whoever took it up again would fail as well (row 4). What is held
     * here without an attempt under way is ended, in whatever state; what the ledger does not take is given back later.
     */
    void fail(FlightKey key) throws InterruptedException {
        try {
            OperationRecord record =
                    ledger.store().find(key.tenant(), key.key()).orElse(null);
            if (record != null && isHeldIdle(record)) {
                end(record, EndReason.INTERNAL_ERROR);
            }
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "what our own code failed at could not be ended: {0}", e.kind());
            owed.add(new Owed(key, Landing.LATER));
        }
    }

    private boolean isHeldIdle(OperationRecord record) {
        OperationRecord.Lease lease = record.lease();
        return !record.state().isSettled()
                && record.state() != OperationState.DISPATCHING
                && lease != null
                && lease.worker().equals(ledger.worker());
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
