package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;
import java.time.Duration;

/** A limiter's state without its lock: one thread, and time that is a number. */
final class Bench implements PermitIssuer {

    final LimiterState state;
    private long now;

    Bench(LimiterSettings settings) {
        this.state = new LimiterState(settings, this, PermitSupply.UNBOUNDED, now);
    }

    static Bench of(int permits) {
        return new Bench(LimiterSettings.defaults(new Limit.Fixed(permits)));
    }

    /** A request: granted or refused at once, or waiting as long as its decision is null. */
    Waiter arrive(PermitRequest request, Duration remaining) {
        PermitDecision decided = state.decideAtOnce(request, remaining.toNanos(), now);
        if (decided == null) {
            return state.enqueue(request, remaining.toNanos(), now);
        }
        Waiter waiter = new Waiter(request, 0, now + remaining.toNanos(), now + remaining.toNanos());
        waiter.decide(decided);
        return waiter;
    }

    /** A request that has all the time in the world. */
    Waiter arrive(PermitRequest request) {
        return arrive(request.asPatient(), Duration.ofDays(1));
    }

    /** Its thread looks whether it has waited for long enough. */
    void look(Waiter waiter) {
        if (waiter.decision() == null && waiter.patience(now) <= 0 && waiter.decide(state.timedOut(waiter, now))) {
            state.forget(waiter);
        }
    }

    /** The permit that was granted to it. */
    static Permit permitOf(Waiter waiter) {
        if (waiter.decision() instanceof Permit permit) {
            return permit;
        }
        throw new AssertionError("no permit: " + waiter.decision());
    }

    static boolean hasPermit(Waiter waiter) {
        return waiter.decision() instanceof Permit;
    }

    void pass(Duration span) {
        now += span.toNanos();
    }

    void passNanos(long nanos) {
        now += nanos;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public void released(Permit permit, CapacityEffect effect, long at) {
        state.released(permit, effect, at);
    }

    @Override
    public void aborted(Permit permit) {
        state.aborted(permit);
    }

    @Override
    public void holdEnded(Permit permit) {
        state.holdEnded(permit, now);
    }

    @Override
    public void extend(Permit permit, Deadline deadline) {
        state.extend(permit, now + deadline.remainingNanos());
    }
}
