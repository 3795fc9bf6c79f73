package dev.penstock.policy.admission;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The right to have one active attempt. It is taken close to the send and given back exactly once, at the end of the
 * response and not at its headers (R-ADMIT-2, B070): by {@link #release} with what the attempt said about the provider's
 * limits, by {@link #abort} if we broke it off, or by {@link #close}. Whatever comes second does nothing.
 *
 * <p>Thread-safe: the reader, a canceller and a timer may all end it.
 */
public final class Permit implements PermitDecision, AutoCloseable {

    private static final AtomicReferenceFieldUpdater<Permit, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Permit.class, State.class, "state");

    private final PermitIssuer issuer;
    private final long sequence;
    private final long grantedAt;
    private volatile State state = State.ACTIVE;

    Permit(PermitIssuer issuer, long sequence, long grantedAt) {
        this.issuer = issuer;
        this.sequence = sequence;
        this.grantedAt = grantedAt;
    }

    /**
     * Gives the permit back at the end of the response. The rivals are {@link #abort} and {@link #close}.
     *
     * @param effect what the attempt said about the provider's limits
     * @return whether this call ended the attempt
     */
    public boolean release(CapacityEffect effect) {
        if (!STATE.compareAndSet(this, State.ACTIVE, State.RETURNED)) {
            return false;
        }
        issuer.released(this, effect);
        return true;
    }

    /**
     * Ends an attempt that we broke off: the slot is free, but the account stays charged for the limiter's
     * {@code abortHold}, or until {@link #providerEnded}. The rivals are {@link #release} and {@link #close}.
     *
     * @return whether this call ended the attempt
     */
    public boolean abort() {
        if (!STATE.compareAndSet(this, State.ACTIVE, State.HELD)) {
            return false;
        }
        issuer.aborted(this);
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
        return true;
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

    /** The number of this grant, counted from 0 in one limiter. */
    long sequence() {
        return sequence;
    }

    /** When it was granted, in ticks. */
    long grantedAt() {
        return grantedAt;
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
