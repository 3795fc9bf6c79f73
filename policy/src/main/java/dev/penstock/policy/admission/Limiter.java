package dev.penstock.policy.admission;

import static java.util.Objects.requireNonNull;

import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Bounds the active attempts of one {@link LimiterKey} and lets requests wait for their turn (R-ADMIT-1 to R-ADMIT-7):
 * interactive before background, originals and retries in lanes with shares, tenants round-robin, first come first
 * served within one tenant. A free permit is given at once; otherwise a request is refused at the door if its predicted
 * wait is too long, and expires in the queue when its time left can no longer carry an attempt.
 *
 * <p>Thread-safe. Meant for virtual threads: {@link #acquire} blocks its thread while it waits, and nothing else does.
 */
public final class Limiter {

    private final Time time;
    private final long minimumUseful;
    private final ReentrantLock lock = new ReentrantLock();
    private final LimiterState state;

    /**
     * A limiter that has granted nothing.
     *
     * @param settings how it behaves
     * @param time the clock, the way to wait, and the timers that end holds
     */
    public Limiter(LimiterSettings settings, Time time) {
        this.time = time;
        this.minimumUseful = Deadline.saturatedNanos(settings.queue().minimumUseful());
        PermitIssuer issuer = new Counter(Deadline.saturatedNanos(settings.abortHold()));
        this.state = new LimiterState(settings, issuer, time.ticker().nanos());
    }

    /**
     * Asks for a permit and waits for it if need be, at most until the time left no longer carries an attempt.
     *
     * @param request who asks, and for what
     * @param deadline when the operation has to have ended
     * @param onQueued told once, on this thread, if the request has to wait; what it is given takes the request back
     * @return a {@link Permit}, which the caller has to give back, or why there is none
     * @throws InterruptedException if the thread is interrupted while it waits; nothing is charged then
     */
    public PermitDecision acquire(PermitRequest request, Deadline deadline, Consumer<? super Waiting> onQueued)
            throws InterruptedException {
        Waiter waiter;
        lock.lock();
        try {
            long remaining = deadline.remainingNanos();
            long now = time.ticker().nanos();
            if (remaining < minimumUseful) {
                return state.expired(request, now);
            }
            Permit free = state.grantFree(now);
            if (free != null) {
                return free;
            }
            Refused refused = state.refusal(request, remaining, now);
            if (refused != null) {
                return refused;
            }
            waiter = state.enqueue(request, remaining, now);
        } finally {
            lock.unlock();
        }
        return await(waiter, deadline, onQueued);
    }

    /**
     * Changes what this process may use of the account's permits. Permits that are out stay out; more are granted only
     * below the new number.
     *
     * @param supply the new block
     */
    public void supply(PermitSupply supply) {
        lock.lock();
        try {
            state.supply(supply, time.ticker().nanos());
        } finally {
            lock.unlock();
        }
    }

    /**
     * What the limiter looks like.
     *
     * @return numbers of one moment
     */
    public LimiterSnapshot snapshot() {
        lock.lock();
        try {
            return state.snapshot();
        } finally {
            lock.unlock();
        }
    }

    private PermitDecision await(Waiter waiter, Deadline deadline, Consumer<? super Waiting> onQueued)
            throws InterruptedException {
        PermitDecision decision = null;
        try {
            onQueued.accept((Waiting) () -> decideAndForget(waiter, new Refused(RefusalReason.WITHDRAWN, null)));
            time.sleeper().await(waiter.decided(), waiter.patience(time.ticker().nanos()));
            decision = expire(waiter);
        } finally {
            if (decision == null) {
                abandon(waiter);
            }
        }
        if (decision instanceof Permit late && deadline.remainingNanos() < minimumUseful) {
            late.close();
            return expired(waiter);
        }
        return decision;
    }

    /** What was decided; expired if nothing was. The rivals are a grant and a withdrawal. */
    private PermitDecision expire(Waiter waiter) {
        PermitDecision before = waiter.decision();
        if (before != null) {
            return before;
        }
        Refused expired = expired(waiter);
        return decideAndForget(waiter, expired) ? expired : requireNonNull(waiter.decision());
    }

    /** The thread leaves by an exception: a permit that was granted meanwhile goes back. */
    private void abandon(Waiter waiter) {
        if (!decideAndForget(waiter, new Refused(RefusalReason.WITHDRAWN, null))
                && waiter.decision() instanceof Permit granted) {
            granted.close();
        }
    }

    private boolean decideAndForget(Waiter waiter, Refused refused) {
        if (!waiter.decide(refused)) {
            return false;
        }
        lock.lock();
        try {
            state.forget(waiter);
        } finally {
            lock.unlock();
        }
        return true;
    }

    private Refused expired(Waiter waiter) {
        lock.lock();
        try {
            return state.expired(waiter.request(), time.ticker().nanos());
        } finally {
            lock.unlock();
        }
    }

    /** Takes permits back and gives them to whoever is next. */
    private final class Counter implements PermitIssuer {

        private final long abortHold;

        Counter(long abortHold) {
            this.abortHold = abortHold;
        }

        @Override
        public void released(Permit permit, CapacityEffect effect) {
            lock.lock();
            try {
                state.released(permit, time.ticker().nanos());
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void aborted(Permit permit) {
            lock.lock();
            try {
                state.aborted();
            } finally {
                lock.unlock();
            }
            if (abortHold == 0) {
                permit.providerEnded();
            } else {
                time.timers().after(abortHold, permit::providerEnded);
            }
        }

        @Override
        public void holdEnded(Permit permit) {
            lock.lock();
            try {
                state.holdEnded(permit, time.ticker().nanos());
            } finally {
                lock.unlock();
            }
        }
    }
}
