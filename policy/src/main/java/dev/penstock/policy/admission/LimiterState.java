package dev.penstock.policy.admission;

import dev.penstock.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one limiter has granted, and who waits: the decisions, with time as an argument. After every step nobody waits
 * while a permit is free, and no grant takes the charged permits above the limit. Not thread-safe: {@link Limiter} is the
 * lock around it.
 */
final class LimiterState {

    private final PermitIssuer issuer;
    private final Door door;
    private final WaitingRoom room;
    private final Throughput throughput;
    private final long minimumUseful;
    private final Limit limit;
    private PermitSupply supply = PermitSupply.UNBOUNDED;
    private int active;
    private int held;
    private long granted;
    private long arrivals;

    LimiterState(LimiterSettings settings, PermitIssuer issuer, long now) {
        this.issuer = issuer;
        this.door = new Door(settings.queue());
        this.room = new WaitingRoom(settings.queue().fairness());
        this.throughput = new Throughput(now);
        this.minimumUseful = Deadline.saturatedNanos(settings.queue().minimumUseful());
        this.limit = settings.limit();
    }

    /** A permit that is free; null if somebody else comes first or none is. */
    @Nullable
    Permit grantFree(long now) {
        return room.size() == 0 && active + held < permits() ? grant(now) : null;
    }

    /** Why a newcomer may not join the queue; null if it may. Without any observation nobody is refused. */
    @Nullable
    Refused refusal(PermitRequest request, long remaining, long now) {
        if (!throughput.isKnown()) {
            return null;
        }
        return door.judge(request, predictedWait(request, now), remaining);
    }

    /** Joins the queue. */
    Waiter enqueue(PermitRequest request, long remaining, long now) {
        Waiter waiter = new Waiter(request, arrivals++, now + remaining - minimumUseful);
        room.add(waiter);
        return waiter;
    }

    /** Takes out a waiter that was decided otherwise than by a grant. */
    void forget(Waiter waiter) {
        room.remove(waiter);
    }

    /** An attempt ended, and with it its charge. */
    void released(Permit permit, long now) {
        active--;
        throughput.returned(now - permit.grantedAt(), now);
        grantWaiting(now);
    }

    /** An attempt was broken off; it stays charged. */
    void aborted() {
        active--;
        held++;
    }

    /** The charge of an aborted attempt ended. */
    void holdEnded(Permit permit, long now) {
        held--;
        throughput.returned(now - permit.grantedAt(), now);
        grantWaiting(now);
    }

    /** This process may use another number of permits from now on. */
    void supply(PermitSupply next, long now) {
        supply = next;
        grantWaiting(now);
    }

    LimiterSnapshot snapshot() {
        return new LimiterSnapshot(
                permits(),
                active,
                held,
                granted,
                room.waiting(Priority.INTERACTIVE, Lane.ORIGINAL),
                room.waiting(Priority.INTERACTIVE, Lane.RETRY),
                room.waiting(Priority.BACKGROUND, Lane.ORIGINAL),
                room.waiting(Priority.BACKGROUND, Lane.RETRY));
    }

    private void grantWaiting(long now) {
        while (active + held < permits()) {
            Waiter next = room.poll();
            if (next == null) {
                return;
            }
            settle(next, now);
        }
    }

    private void settle(Waiter next, long now) {
        if (next.patience(now) < 0) {
            next.decide(expired(next.request(), now));
            return;
        }
        Permit permit = new Permit(issuer, granted, now);
        // The rivals are a withdrawal and the waiter's own expiry: if one of them won, nothing is charged.
        if (next.decide(permit)) {
            granted++;
            active++;
            room.granted(next.request());
        }
    }

    private Permit grant(long now) {
        active++;
        return new Permit(issuer, granted++, now);
    }

    /** The refusal of a request whose time ran out. */
    Refused expired(PermitRequest request, long now) {
        Duration after = throughput.isKnown() ? Duration.ofNanos(predictedWait(request, now)) : null;
        return new Refused(RefusalReason.EXPIRED, after);
    }

    private long predictedWait(PermitRequest request, long now) {
        return Door.predictedWait(
                room.grantsUntil(request), room.shareOf(request), throughput.permitsPerNano(permits(), now));
    }

    private int permits() {
        return Math.min(limit.permits(), supply.usable(minimumUseful));
    }
}
