package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Version;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Writes one keyed operation. It is in the ledger from its first intent on (reservation and intent are one commit), or
 * from before if it is gone on with.
 */
final class LedgerJournal implements Journal {

    private static final String MOVED_ON = "the intent was committed, and the operation has been taken over since";

    private final LedgerSide ledger;
    private final RandomGenerator random;
    private final Supplier<OperationDraft> draft;
    private @Nullable OperationRecord record;
    private @Nullable OperationWrite unacknowledged;
    private @Nullable Withdrawal withdrawal;

    /** A write of which nobody knows whether it was committed, and what undoes it if it was. */
    private record Withdrawal(OperationWrite doubtful, Function<OperationRecord, OperationWrite> undo) {}

    /**
     * A journal.
     *
     * @param ledger where to write, and who writes at that moment
     * @param random chance, for write ids
     * @param draft what to reserve, made when it is reserved, since it tells how much of the deadline is left
     * @param record where the operation stands; null if it is not in the ledger
     */
    LedgerJournal(
            LedgerSide ledger,
            RandomGenerator random,
            Supplier<OperationDraft> draft,
            @Nullable OperationRecord record) {
        this.ledger = ledger;
        this.random = random;
        this.draft = draft;
        this.record = record;
    }

    @Override
    public Intended intend(AttemptIntent intent) throws InterruptedException {
        OperationRecord known = record;
        OperationWrite write = known == null
                ? new OperationWrite.Reserve(nextId(), draft.get(), ledger.worker(), intent)
                : new OperationWrite.Intend(nextId(), known.version(), ledger.worker(), intent);
        unacknowledged = write;
        try {
            ledger.requireTouch();
            return switch (ledger.store().write(write)) {
                case WriteResult.Committed committed -> {
                    record = committed.record();
                    yield isUnderWay(write, committed.record())
                            ? new Intended.Granted()
                            : new Intended.Unavailable(new StoreException(Kind.UNCERTAIN, MOVED_ON, null));
                }
                case WriteResult.Refused refused -> {
                    record = known == null ? null : refused.record();
                    yield new Intended.Refused(refused.why());
                }
                case WriteResult.Exists exists -> new Intended.Taken(exists.record());
                case WriteResult.Fenced fenced -> {
                    OperationRecord moved = fenced.record();
                    if (known == null
                            || moved == null
                            || !isOurClaim(moved)
                            || isNoLongerNext(intent.number(), moved)) {
                        yield new Intended.Fenced(moved);
                    }
                    record = moved;
                    yield intend(intent);
                }
            };
        } catch (StoreException e) {
            return new Intended.Unavailable(e);
        }
    }

    @Override
    public Intended reserve() throws InterruptedException {
        OperationWrite write = new OperationWrite.Accept(nextId(), draft.get(), ledger.worker());
        unacknowledged = write;
        try {
            ledger.requireTouch();
            return switch (ledger.store().write(write)) {
                case WriteResult.Committed committed -> {
                    if (!isTakenIn(committed.record())) {
                        yield new Intended.Fenced(committed.record());
                    }
                    record = committed.record();
                    yield new Intended.Granted();
                }
                case WriteResult.Refused refused -> new Intended.Refused(refused.why());
                case WriteResult.Exists exists -> new Intended.Taken(exists.record());
                case WriteResult.Fenced fenced -> new Intended.Fenced(fenced.record());
            };
        } catch (StoreException e) {
            return new Intended.Unavailable(e);
        }
    }

    @Override
    public Written settle(AttemptOutcome outcome, Next next, List<StoredBody> bodies, @Nullable DeliveryKind delivered)
            throws InterruptedException {
        return write(new OperationWrite.Settle(nextId(), version(), outcome, next, bodies, delivered));
    }

    @Override
    public Written end(OperationState state, EndReason reason) throws InterruptedException {
        if (record != null) {
            return write(new OperationWrite.End(nextId(), version(), state, reason));
        }
        OperationDraft never = draft.get();
        if (!leavesATrace(never)) {
            return new Written.Done();
        }
        withdrawal = new Withdrawal(
                new OperationWrite.Accept(nextId(), never, ledger.worker()),
                received -> new OperationWrite.End(nextId(), received.version(), state, reason));
        return undo(withdrawal);
    }

    /** A batch has its lines in its input; whoever waited for a call was told. Nobody else knows of background work. */
    private static boolean leavesATrace(OperationDraft never) {
        return never.settings().mode() == OperationMode.BACKGROUND && never.batch() == null;
    }

    @Override
    public Written release(Duration after, @Nullable EndReason reason) throws InterruptedException {
        return record != null && isOurClaim(record)
                ? write(new OperationWrite.Release(nextId(), version(), after, reason))
                : new Written.Done();
    }

    @Override
    public @Nullable OperationRecord record() {
        return record;
    }

    @Override
    public Predicate<OperationRecord> othersMoves() {
        OperationRecord known = record;
        if (known == null) {
            // What this operation reserves itself meanwhile is under its own name.
            return now -> !now.ref().operation().equals(draft.get().id());
        }
        int next = known.attempts().started() + 1;
        return now -> !now.version().equals(known.version()) && (!isOurClaim(now) || isNoLongerNext(next, now));
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public Written again() throws InterruptedException {
        Withdrawal withdrawn = withdrawal;
        return withdrawn == null ? write(unacknowledged()) : undo(withdrawn);
    }

    @Override
    public Written abandon(@Nullable OperationRecord left) throws InterruptedException {
        if (left == null || !isLeftHere(left)) {
            return new Written.Done();
        }
        OperationState end =
                left.attempts().ambiguous() > 0 ? OperationState.UNKNOWN_OUTCOME : OperationState.DEAD_LETTER;
        return write(new OperationWrite.End(nextId(), left.version(), end, EndReason.ABANDONED));
    }

    private boolean isLeftHere(OperationRecord left) {
        OperationRecord.Lease lease = left.lease();
        int mine = record == null ? 1 : record.attempts().started();
        return left.state() == OperationState.RETRY_SCHEDULED
                && left.settings().mode() == OperationMode.ATTACHED
                // Who reopened it meanwhile has made an attempt of its own, and is between two of them.
                && left.attempts().started() <= mine
                && (lease == null || lease.worker().equals(ledger.worker()));
    }

    @Override
    public void withdraw(AttemptOutcome outcome, Next next) {
        OperationWrite intent = unacknowledged();
        withdrawal = new Withdrawal(intent, reserved -> {
            Version dispatching = new Version(reserved.ref(), OperationState.DISPATCHING, epoch(intent));
            return new OperationWrite.Settle(nextId(), dispatching, outcome, next, List.of(), null);
        });
    }

    @Override
    public void withdrawReservation() {
        withdrawal = new Withdrawal(unacknowledged(), reserved -> {
            Version received = new Version(reserved.ref(), OperationState.RECEIVED, 0);
            return new OperationWrite.End(nextId(), received, OperationState.DEAD_LETTER, EndReason.ABANDONED);
        });
    }

    /** Done again, the write is found or made for certain, and undone; or something stands in its way. */
    private Written undo(Withdrawal withdrawn) throws InterruptedException {
        try {
            WriteResult found = ledger.store().write(withdrawn.doubtful());
            withdrawal = null;
            return found instanceof WriteResult.Committed committed
                    ? write(withdrawn.undo().apply(committed.record()))
                    : new Written.Done();
        } catch (StoreException e) {
            return new Written.Unavailable(e);
        }
    }

    /** An intent that is recognised late may have been settled by others, who took this process for dead. */
    private static boolean isUnderWay(OperationWrite intent, OperationRecord record) {
        return record.state() == OperationState.DISPATCHING && record.epoch() == epoch(intent);
    }

    /** What was taken in, and is recognised late, may have been cancelled or taken over: it goes on as any repeat does. */
    static boolean isTakenIn(OperationRecord record) {
        return record.state() == OperationState.RECEIVED;
    }

    /** Which epoch an intent began its attempt in. */
    private static long epoch(OperationWrite intent) {
        if (intent instanceof OperationWrite.Intend intend) {
            Version expected = intend.expected();
            return expected.state() == OperationState.CLAIMED ? expected.epoch() : expected.epoch() + 1;
        }
        return 1;
    }

    private OperationWrite unacknowledged() {
        OperationWrite write = unacknowledged;
        if (write == null) {
            throw new IllegalStateException("every write was acknowledged");
        }
        return write;
    }

    /** This process's own background workers claimed it meanwhile: the claim is that of whoever flies under its key. */
    private boolean isOurClaim(OperationRecord moved) {
        OperationRecord.Lease lease = moved.lease();
        return moved.state() == OperationState.CLAIMED
                && lease != null
                && lease.worker().equals(ledger.worker());
    }

    /** An attempt was made meanwhile: this one has to be planned anew. */
    private static boolean isNoLongerNext(int number, OperationRecord moved) {
        return number != moved.attempts().started() + 1;
    }

    /** One that was left to be tried again, and is recognised late, may have been ended or taken up by others. */
    private static boolean isLeftAsWritten(OperationWrite write, OperationRecord record) {
        return !(write instanceof OperationWrite.Settle settle)
                || !(settle.next() instanceof Next.Retry)
                || (record.state() == OperationState.RETRY_SCHEDULED
                        && record.epoch() == settle.expected().epoch());
    }

    private Written write(OperationWrite write) throws InterruptedException {
        unacknowledged = write;
        try {
            return switch (ledger.store().write(write)) {
                case WriteResult.Committed committed -> {
                    record = committed.record();
                    yield isLeftAsWritten(write, committed.record())
                            ? new Written.Done()
                            : new Written.Fenced(committed.record());
                }
                case WriteResult.Fenced fenced -> new Written.Fenced(fenced.record());
                case WriteResult.Refused refused -> new Written.Fenced(refused.record());
                case WriteResult.Exists exists -> new Written.Fenced(exists.record());
            };
        } catch (StoreException e) {
            return new Written.Unavailable(e);
        }
    }

    private Version version() {
        OperationRecord known = record;
        if (known == null) {
            throw new IllegalStateException("nothing is reserved");
        }
        return known.version();
    }

    private WriteId nextId() {
        return WriteId.create(random);
    }
}
