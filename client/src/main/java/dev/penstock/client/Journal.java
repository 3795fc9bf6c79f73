package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The durable side of one running operation. Belongs to the operation's own thread; a keyed operation writes to the
 * ledger, one without a key has nothing to write.
 */
interface Journal {

    /** Commits an intent. Only {@link Intended.Granted} allows a send. */
    Intended intend(AttemptIntent intent) throws InterruptedException;

    /**
     * Takes the operation in without an intent, while it waits for its permit.
     *
     * @return Granted if the ledger holds it now
     */
    default Intended reserve() throws InterruptedException {
        return new Intended.Granted();
    }

    /** Takes the last reservation back, whose commit is in doubt: {@link #again()} ends it as soon as the store answers. */
    default void withdrawReservation() {
        throw new IllegalStateException("no reservation is in doubt where none is written");
    }

    /** Commits how the attempt under way ended, and how the caller that waits is served; null if nobody waits. */
    Written settle(AttemptOutcome outcome, Next next, List<StoredBody> bodies, @Nullable DeliveryKind delivered)
            throws InterruptedException;

    /**
     * Takes the last intent back, whose commit is in doubt: nothing is sent under it, and {@link #again()} settles it as
     * soon as the store answers.
     */
    default void withdraw(AttemptOutcome outcome, Next next) {
        throw new IllegalStateException("no intent is in doubt where none is written");
    }

    /**
     * Ends the operation without a send. Of one that was never stored something is written only if nobody else knows of it:
     * background work outside a batch.
     */
    Written end(OperationState state, EndReason reason) throws InterruptedException;

    /**
     * Gives back what is claimed and not under way, to be taken up again after a while, or, with the reason STOPPED, when
     * the pause has ended that it waits for; nothing is written for what this process has not claimed.
     */
    default Written release(Duration after, @Nullable EndReason reason) throws InterruptedException {
        return new Written.Done();
    }

    /**
     * Tries the last write once more, under its own write id: had it been committed without our hearing of it, it is
     * recognised.
     */
    Written again() throws InterruptedException;

    /**
     * Ends what only a caller's process goes on with, and whose caller was told that the store is away: its last attempt was
     * recorded since, and it was to be tried again. A repeat reopens it.
     *
     * @param left as it stands now; null if it is not known
     */
    default Written abandon(@Nullable OperationRecord left) throws InterruptedException {
        return new Written.Done();
    }

    /** Where the operation stands in the ledger, as of the last write; null if it is not there. */
    @Nullable
    OperationRecord record();

    /**
     * Tells others' moves from where the operation stands by now: what this process would be fenced by. For any thread, until
     * the next write; a claim of this process's own workers is none.
     */
    default Predicate<OperationRecord> othersMoves() {
        return ignored -> false;
    }

    /** The operation's address; empty if it has none. */
    default Optional<GenerationRef> ref() {
        return Optional.ofNullable(record()).map(OperationRecord::ref);
    }

    /** Whether results of this operation are committed at all. */
    boolean isDurable();

    /** What became of an intent. */
    sealed interface Intended {
        /** It is durable, or needs not be. */
        record Granted() implements Intended {}

        /** A condition does not hold: a cancel, too little time, little disk. */
        record Refused(WriteResult.Why why) implements Intended {}

        /** The key was taken meanwhile. */
        record Taken(OperationRecord record) implements Intended {}

        /** Somebody else moved the generation. */
        record Fenced(@Nullable OperationRecord record) implements Intended {}

        /** The store does not take it: nothing may be sent. */
        record Unavailable(StoreException cause) implements Intended {}
    }

    /** What became of another write. */
    sealed interface Written {
        /** It is durable, or needs not be. */
        record Done() implements Written {}

        /** Somebody else moved the generation; what was to be written is kept as evidence. */
        record Fenced(@Nullable OperationRecord record) implements Written {}

        /** The store does not take it now. */
        record Unavailable(StoreException cause) implements Written {}
    }
}
