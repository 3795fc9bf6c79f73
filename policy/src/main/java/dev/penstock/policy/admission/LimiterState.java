package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one limiter has granted, and who waits: the decisions, with time as an argument. After every step nobody waits
 * while a permit could be granted, and no grant takes the charged permits above the limit. Not thread-safe:
 * {@link Limiter} is the lock around it.
 */
final class LimiterState {

    /** No step will come by itself. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long A_DAY = Duration.ofDays(1).toNanos();
    private static final long SHORTEST_STEP = Duration.ofMillis(1).toNanos();

    private final PermitIssuer issuer;
    private final Door door;
    private final WaitingRoom room;
    private final Throughput throughput;
    private final Pacer pacer;
    private final long minimumUseful;
    private final long keepAfterDeadline;
    private final ActivePermits active = new ActivePermits();
    private Limit limit;
    private PermitSupply supply;
    private int held;
    private long granted;
    private long arrivals;
    private long takenBack;

    /** No active permit has to be taken back before this tick. */
    private long nextTakeBack;

    LimiterState(LimiterSettings settings, PermitIssuer issuer, PermitSupply supply, long now) {
        this.issuer = issuer;
        this.door = new Door(settings.queue());
        this.room = new WaitingRoom(settings.queue().fairness());
        this.throughput = new Throughput(now);
        this.pacer = new Pacer(settings.pacing(), now);
        this.minimumUseful = Deadline.saturatedNanos(settings.queue().minimumUseful());
        this.keepAfterDeadline =
                settings.reclaimAfter().plus(settings.abortHold()).toNanos();
        this.limit = settings.limit();
        this.supply = supply;
        this.nextTakeBack = now + A_DAY;
    }

    /** What can be said at once: a permit or a refusal; null if the request may join the queue. */
    @Nullable
    PermitDecision decideAtOnce(PermitRequest request, long remaining, long now) {
        if (remaining < minimumUseful) {
            return expired(request, now);
        }
        if (isFree(now)) {
            Permit permit = permit(now, now + remaining);
            grant(permit, request, now);
            return permit;
        }
        long predicted = predictedWait(request, now);
        // Where nothing can be predicted nobody is refused.
        return predicted == NEVER ? null : door.judge(request, predicted, remaining);
    }

    /** Joins the queue. */
    Waiter enqueue(PermitRequest request, long remaining, long now) {
        Waiter waiter = new Waiter(request, arrivals++, now + remaining, now + door.patience(request, remaining));
        room.add(waiter, now);
        return waiter;
    }

    /** Takes out a waiter that was decided otherwise than by a grant. */
    void forget(Waiter waiter) {
        room.remove(waiter);
    }

    /** An attempt ended, and with it its charge. */
    void released(Permit permit, CapacityEffect effect, long now) {
        active.remove(permit);
        if (effect != CapacityEffect.UNUSED) {
            throughput.returned(now - permit.grantedAt(), now);
        }
        learn(permit, effect, now);
        grantWaiting(now);
    }

    /** An attempt was broken off; it stays charged. */
    void aborted(Permit permit) {
        active.remove(permit);
        held++;
    }

    /** The charge of an aborted attempt ended. */
    void holdEnded(Permit permit, long now) {
        held--;
        throughput.returned(now - permit.grantedAt(), now);
        grantWaiting(now);
    }

    /** An operation may use its permit for longer. */
    void extend(Permit permit, long deadline) {
        long until = deadline + keepAfterDeadline;
        if (until - permit.ownedUntil() > 0) {
            permit.ownedUntil(until);
        }
    }

    /** This process may use another number of permits from now on. */
    void supply(PermitSupply next, long now) {
        supply = next;
        grantWaiting(now);
    }

    /** The most that the limit can become is another number from now on; what is out stays out. */
    void ceiling(int most, long now) {
        limit = limit.withCeiling(most);
        grantWaiting(now);
    }

    /** Does what only time brings: takes back what is overdue, grants what pacing held back. */
    void step(long now) {
        takeBackOverdue(now);
        grantWaiting(now);
    }

    /** Nanoseconds until the next {@link #step} that may help somebody who waits. */
    long nextStep(long now) {
        if (room.size() == 0) {
            return NEVER;
        }
        if (charged() < permits()) {
            return Math.max(SHORTEST_STEP, pacer.waitNanos(now));
        }
        return active.size() == 0 ? NEVER : Math.max(SHORTEST_STEP, nextTakeBack - now);
    }

    /** The refusal of a request whose time ran out. */
    Refused expired(PermitRequest request, long now) {
        long predicted = predictedWait(request, now);
        return new Refused(RefusalReason.EXPIRED, predicted == NEVER ? null : Duration.ofNanos(predicted));
    }

    /** The refusal of a waiter whose patience ended: its deadline is near, or it has waited for as long as it may. */
    Refused timedOut(Waiter waiter, long now) {
        long predicted = predictedWait(waiter.request(), now);
        return waiter.deadline() - now <= minimumUseful
                ? expired(waiter.request(), now)
                : Door.waitedTooLong(predicted == NEVER ? 0 : predicted);
    }

    Limit limit() {
        return limit;
    }

    LimiterSnapshot snapshot() {
        return new LimiterSnapshot(
                permits(),
                active.size(),
                held,
                granted,
                takenBack,
                room.waiting(Priority.INTERACTIVE, Lane.ORIGINAL),
                room.waiting(Priority.INTERACTIVE, Lane.RETRY),
                room.waiting(Priority.BACKGROUND, Lane.ORIGINAL),
                room.waiting(Priority.BACKGROUND, Lane.RETRY));
    }

    /** Whether a newcomer may have a permit: nobody stands before it, and one is free or has to be taken back. */
    private boolean isFree(long now) {
        if (room.size() > 0) {
            return false;
        }
        if (mayGrant(now)) {
            return true;
        }
        takeBackOverdue(now);
        return mayGrant(now);
    }

    private void grantWaiting(long now) {
        while (mayGrant(now)) {
            Waiter next = room.poll();
            if (next == null) {
                return;
            }
            if (next.patience(now) < 0) {
                next.decide(timedOut(next, now));
                continue;
            }
            Permit permit = permit(now, next.deadline());
            // The rivals are a withdrawal and the waiter's own expiry: if one of them won, nothing is charged.
            if (next.decide(permit)) {
                grant(permit, next.request(), now);
                room.granted(next.request(), now);
            }
        }
    }

    private Permit permit(long now, long deadline) {
        return new Permit(issuer, granted, now, deadline + keepAfterDeadline, supply.attemptsEndBy());
    }

    private void grant(Permit permit, PermitRequest request, long now) {
        granted++;
        active.add(permit);
        pacer.take(request, now);
        if (permit.ownedUntil() - nextTakeBack < 0) {
            nextTakeBack = permit.ownedUntil();
        }
    }

    private void takeBackOverdue(long now) {
        if (nextTakeBack - now > 0) {
            return;
        }
        nextTakeBack = now + A_DAY;
        active.forEach(permit -> {
            // The rival is the owner, late but alive: if it was first, it is on its way to give the permit back.
            if (permit.ownedUntil() - now <= 0 && permit.takeBack()) {
                active.remove(permit);
                takenBack++;
            } else if (permit.ownedUntil() - nextTakeBack < 0) {
                nextTakeBack = permit.ownedUntil();
            }
        });
    }

    private void learn(Permit permit, CapacityEffect effect, long now) {
        switch (effect) {
            case SERVED -> limit = limit.served();
            case TOO_MANY_AT_ONCE -> congested(permit);
            case TOO_MANY_REQUESTS -> {
                if (!pacer.lowerRequests(now)) {
                    congested(permit);
                }
            }
            case TOO_MANY_TOKENS -> {
                if (!pacer.lowerTokens(now)) {
                    congested(permit);
                }
            }
            case NEUTRAL, UNUSED -> {}
        }
    }

    private void congested(Permit permit) {
        limit = limit.congested(permit.sequence(), granted, supply.permits());
    }

    private long predictedWait(PermitRequest request, long now) {
        if (supply.isYetToBeLeased()) {
            return NEVER;
        }
        double rate = Math.min(throughput.permitsPerNano(permits(), now), pacer.permitsPerNano(request, now));
        return Double.isInfinite(rate)
                ? NEVER
                : Door.predictedWait(
                        room.grantsUntil(request), room.shareOf(request), rate, room.waitAtPace(request, now));
    }

    private boolean mayGrant(long now) {
        return charged() < permits() && pacer.waitNanos(now) <= 0;
    }

    private int charged() {
        return active.size() + held;
    }

    private int permits() {
        return Math.min(limit.permits(), supply.usable(minimumUseful));
    }
}
