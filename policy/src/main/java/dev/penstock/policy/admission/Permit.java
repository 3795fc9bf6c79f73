package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The right to have one active attempt. It is taken close to the send and given back exactly once, at the end of the
 * response and not at its headers (R-ADMIT-2, B070): by {@link #release} with what the attempt said about the provider's
 * limits, by {@link #abort} if we broke it off, or by {@link #close}. Whatever comes second does nothing. One that is
 * never given back is taken back some time after its operation's deadline (B071).
 *
 * <p>Thread-safe: the reader, a canceller and a timer may all end it.
 */
public final class Permit implements PermitDecision, AutoCloseable {

    private static final AtomicReferenceFieldUpdater<Permit, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Permit.class, State.class, "state");

    private final PermitIssuer issuer;
    private final long sequence;
    private final long grantedAt;
    private final @Nullable Deadline attemptsEndBy;
    private volatile State state = State.ACTIVE;

    /** What is charged to the attempt's user beside the account; set before anybody else sees this permit. */
    private @Nullable Permit ofUser;

    /** The tick at which the issuer takes it back; guarded by the issuer's lock. */
    private long ownedUntil;

    /** Where the issuer keeps it; guarded by the issuer's lock. */
    private int slot;

    Permit(PermitIssuer issuer, long sequence, long grantedAt, long ownedUntil, @Nullable Deadline attemptsEndBy) {
        this.issuer = issuer;
        this.sequence = sequence;
        this.grantedAt = grantedAt;
        this.ownedUntil = ownedUntil;
        this.attemptsEndBy = attemptsEndBy;
    }

    /**
     * Gives the permit back at the end of the response. The rivals are {@link #abort}, {@link #close} and the limiter
     * that takes it back.
     *
     * @param effect what the attempt said about the provider's limits
     * @return whether this call ended the attempt
     */
    public boolean release(CapacityEffect effect) {
        return state == State.ACTIVE && release(effect, issuer.now());
    }

    /**
     * The same, at a moment that was read already.
     *
     * @param effect what the attempt said about the provider's limits
     * @param now a reading of the limiter's ticker
     * @return whether this call ended the attempt
     */
    public boolean release(CapacityEffect effect, long now) {
        if (!STATE.compareAndSet(this, State.ACTIVE, State.RETURNED)) {
            return false;
        }
        issuer.released(this, effect, now);
        if (ofUser != null) {
            ofUser.release(effect, now);
        }
        return true;
    }

    /**
     * Ends an attempt that we broke off: the slot is free, but the account stays charged for the limiter's
     * {@code abortHold}, or until {@link #providerEnded}. The rivals are {@link #release}, {@link #close} and the limiter
     * that takes it back.
     *
     * @return whether this call ended the attempt
     */
    public boolean abort() {
        if (!STATE.compareAndSet(this, State.ACTIVE, State.HELD)) {
            return false;
        }
        issuer.aborted(this);
        if (ofUser != null) {
            ofUser.abort();
        }
        return true;
    }

    /**
     * Ends the hold of an aborted attempt, because the provider is known to have ended. The rival is the timer that ends
     * the hold by itself.
     *
     * @return whether this call ended the hold
     */
    public boolean providerEnded() {
        if (!STATE.compareAndSet(this, State.HELD, State.RETURNED)) {
            return false;
        }
        issuer.holdEnded(this);
        if (ofUser != null) {
            ofUser.providerEnded();
        }
        return true;
    }

    /**
     * The operation was authorised to go on beyond its deadline: the permit is taken back later. An earlier deadline
     * changes nothing.
     *
     * @param deadline when the operation has to have ended now
     */
    public void extendTo(Deadline deadline) {
        issuer.extend(this, deadline);
        if (ofUser != null) {
            ofUser.extendTo(deadline);
        }
    }

    /**
     * When the attempt has to have ended because the account's permits are only leased (design 9).
     *
     * @return the deadline, null if there is none beside the operation's own
     */
    public @Nullable Deadline attemptsEndBy() {
        return attemptsEndBy;
    }

    /** Gives the permit back if nothing has ended it yet; a hold goes on. */
    @Override
    public void close() {
        release(CapacityEffect.NEUTRAL);
    }

    @Override
    public String toString() {
        return "Permit[" + sequence + ", " + state + "]";
    }

    /** Ends it on the issuer's part, under its lock. The rivals are {@link #release} and {@link #abort}. */
    boolean takeBack() {
        return STATE.compareAndSet(this, State.ACTIVE, State.RETURNED);
    }

    /** Ties the user's permit to this one, so that both end together. */
    Permit with(Permit permitOfUser) {
        ofUser = permitOfUser;
        return this;
    }

    /** The number of this grant, counted from 0 in one limiter. */
    long sequence() {
        return sequence;
    }

    /** When it was granted, in ticks. */
    long grantedAt() {
        return grantedAt;
    }

    long ownedUntil() {
        return ownedUntil;
    }

    void ownedUntil(long tick) {
        ownedUntil = tick;
    }

    int slot() {
        return slot;
    }

    void slot(int index) {
        slot = index;
    }

    private enum State {
        /** An attempt is running on it. */
        ACTIVE,
        /** The attempt is over for us; the provider may still count it. */
        HELD,
        /** Nothing is charged any more. */
        RETURNED
    }
}
