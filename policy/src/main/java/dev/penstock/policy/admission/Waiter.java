package dev.penstock.policy.admission;

import dev.penstock.time.Signal;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request in the queue. Its end is one decision, taken by one CAS: the rivals are the grant by whoever gives a permit
 * back, the withdrawal by a canceller, and the expiry by its own thread. The loser finds the winner's decision.
 */
final class Waiter {

    private final PermitRequest request;
    private final long arrival;
    private final long deadline;
    private final long waitsUntil;
    private final AtomicReference<@Nullable PermitDecision> decision = new AtomicReference<>();
    private final Signal decided = new Signal();

    /**
     * A request that begins to wait.
     *
     * @param request what it asks for
     * @param arrival its number among all arrivals
     * @param deadline the tick by which its operation has to have ended
     * @param waitsUntil the tick until which it waits at most
     */
    Waiter(PermitRequest request, long arrival, long deadline, long waitsUntil) {
        this.request = request;
        this.arrival = arrival;
        this.deadline = deadline;
        this.waitsUntil = waitsUntil;
    }

    /** Decides; true for the one caller whose decision counts. */
    boolean decide(PermitDecision candidate) {
        if (!decision.compareAndSet(null, candidate)) {
            return false;
        }
        decided.set();
        return true;
    }

    @Nullable
    PermitDecision decision() {
        return decision.get();
    }

    Signal decided() {
        return decided;
    }

    PermitRequest request() {
        return request;
    }

    boolean arrivedBefore(Waiter other) {
        return arrival - other.arrival < 0;
    }

    long deadline() {
        return deadline;
    }

    /** Nanoseconds for which it still waits; negative once a grant would come too late. */
    long patience(long now) {
        return waitsUntil - now;
    }
}
