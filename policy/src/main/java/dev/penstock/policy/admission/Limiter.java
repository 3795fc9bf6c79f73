package dev.penstock.policy.admission;

import static java.util.Objects.requireNonNull;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the active attempts of one {@link LimiterKey} and lets requests wait for their turn (R-ADMIT-1 to R-ADMIT-7,
 * R-ADMIT-9): interactive before background, originals and retries in lanes with shares, tenants round-robin, first come
 * first served within one tenant. A free permit is given at once; otherwise a request is refused at the door if its
 * predicted wait is too long, and leaves the queue when it has waited for as long as it may, or when its time left can no
 * longer carry an attempt.
 *
 * <p>Thread-safe. Meant for virtual threads: {@link #acquire} blocks its thread while it waits, and nothing else does.
 */
public final class Limiter {

    private final Time time;
    private final long minimumUseful;
    private final ReentrantLock lock = new ReentrantLock();
    private final LimiterState state;
    private final Alarm alarm = new Alarm();
    private boolean retired;

    /**
     * A limiter that has granted nothing.
     *
     * @param settings how it behaves
     * @param time the clock, the way to wait, and the timers that end holds
     */
    public Limiter(LimiterSettings settings, Time time) {
        this(settings, time, PermitSupply.UNBOUNDED);
    }

    /** One that may use only so much at first. */
    Limiter(LimiterSettings settings, Time time, PermitSupply supply) {
        this.time = time;
        this.minimumUseful = Deadline.saturatedNanos(settings.queue().minimumUseful());
        PermitIssuer counter = new Counter(settings.abortHold().toNanos());
        this.state = new LimiterState(settings, counter, supply, time.ticker().nanos());
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
    public PermitDecision acquire(PermitRequest request, Deadline deadline, Queued onQueued)
            throws InterruptedException {
        return requireNonNull(acquireUnlessRetired(request, deadline, onQueued));
    }

    /** As {@link #acquire}; null if this limiter was given up for a new one. */
    @Nullable
    PermitDecision acquireUnlessRetired(PermitRequest request, Deadline deadline, Queued onQueued)
            throws InterruptedException {
        Waiter waiter;
        lock.lock();
        try {
            if (retired) {
                return null;
            }
            long now = time.ticker().nanos();
            long remaining = deadline.remainingNanosAt(now);
            PermitDecision decided = state.decideAtOnce(request, remaining, now);
            if (decided != null) {
                return decided;
            }
            waiter = state.enqueue(request, remaining, now);
            alarm.set(now);
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
            long now = time.ticker().nanos();
            state.supply(supply, now);
            alarm.set(now);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Changes the most that the limit can become. Permits that are out stay out; more are granted only below the new
     * number.
     *
     * @param most attempts at once, at least 1
     */
    void ceiling(int most) {
        lock.lock();
        try {
            long now = time.ticker().nanos();
            state.ceiling(most, now);
            alarm.set(now);
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

    /**
     * What the limit allows now, however little of it this process may use.
     *
     * @return permits, 1 or more
     */
    public int allowed() {
        lock.lock();
        try {
            return state.limit().permits();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The most that the limit can become: what the account is limited to, however far this process has lowered it.
     *
     * @return permits, 1 or more
     */
    public int ceiling() {
        lock.lock();
        try {
            return state.limit().ceiling();
        } finally {
            lock.unlock();
        }
    }

    /** Gives this limiter up if nothing is charged and nobody waits. The rival is a request that comes just now. */
    boolean retire() {
        lock.lock();
        try {
            retired = retired || state.snapshot().demand() == 0;
            return retired;
        } finally {
            lock.unlock();
        }
    }

    private PermitDecision await(Waiter waiter, Deadline deadline, Queued onQueued) throws InterruptedException {
        PermitDecision decision = null;
        try {
            onQueued.waits(new InQueue(waiter));
            time.sleeper().await(waiter.decided(), waiter.patience(time.ticker().nanos()));
            decision = endOf(waiter);
        } finally {
            if (decision == null) {
                abandon(waiter);
            }
        }
        if (decision instanceof Permit late && deadline.remainingNanos() < minimumUseful) {
            late.release(CapacityEffect.UNUSED);
            return timedOut(waiter);
        }
        return decision;
    }

    /** What was decided; expired if nothing was. The rivals are a grant and a withdrawal. */
    private PermitDecision endOf(Waiter waiter) {
        PermitDecision decided = waiter.decision();
        if (decided != null) {
            return decided;
        }
        Refused late = timedOut(waiter);
        return refuse(waiter, late) ? late : requireNonNull(waiter.decision());
    }

    /** The thread leaves by an exception: a permit that was granted meanwhile goes back. */
    private void abandon(Waiter waiter) {
        boolean refused = refuse(waiter, new Refused(RefusalReason.WITHDRAWN, null));
        if (!refused && waiter.decision() instanceof Permit granted) {
            granted.release(CapacityEffect.UNUSED);
        }
    }

    private boolean refuse(Waiter waiter, Refused refused) {
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

    private Refused timedOut(Waiter waiter) {
        lock.lock();
        try {
            return state.timedOut(waiter, time.ticker().nanos());
        } finally {
            lock.unlock();
        }
    }

    /** A waiter, as others see it. */
    private final class InQueue implements Waiting {

        private final Waiter waiter;

        InQueue(Waiter waiter) {
            this.waiter = waiter;
        }

        @Override
        public boolean withdraw() {
            return refuse(waiter, new Refused(RefusalReason.WITHDRAWN, null));
        }

        @Override
        public boolean isOverWithin(long nanos) throws InterruptedException {
            long left = waiter.patience(time.ticker().nanos());
            return time.sleeper().await(waiter.decided(), Math.min(nanos, left)) || left <= nanos;
        }
    }

    /** Takes permits back and gives them to whoever is next. */
    private final class Counter implements PermitIssuer {

        private final long abortHold;

        Counter(long abortHold) {
            this.abortHold = abortHold;
        }

        @Override
        public void released(Permit permit, CapacityEffect effect, long now) {
            lock.lock();
            try {
                state.released(permit, effect, now);
                alarm.set(now);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long now() {
            return time.ticker().nanos();
        }

        @Override
        public void aborted(Permit permit) {
            lock.lock();
            try {
                state.aborted(permit);
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
                long now = time.ticker().nanos();
                state.holdEnded(permit, now);
                alarm.set(now);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void extend(Permit permit, Deadline deadline) {
            lock.lock();
            try {
                state.extend(permit, time.ticker().nanos() + deadline.remainingNanos());
            } finally {
                lock.unlock();
            }
        }
    }

    /** Wakes the state when only time can help those who wait; guarded by the lock. */
    private final class Alarm {

        private Timers.@Nullable Timer pending;
        private long dueAt;

        /** Makes sure that the next step comes in time; one that comes too early does no harm. */
        void set(long now) {
            long wait = state.nextStep(now);
            if (wait == LimiterState.NEVER || (pending != null && dueAt - now <= wait)) {
                return;
            }
            if (pending != null) {
                pending.cancel();
            }
            dueAt = now + wait;
            pending = time.timers().after(wait, this::ring);
        }

        private void ring() {
            lock.lock();
            try {
                pending = null;
                long now = time.ticker().nanos();
                state.step(now);
                set(now);
            } finally {
                lock.unlock();
            }
        }
    }
}
