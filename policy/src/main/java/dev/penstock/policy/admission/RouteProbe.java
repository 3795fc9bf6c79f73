package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.Verdict;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right of one waiting operation to find out whether a paused route works again. It settles once; if nothing settles
 * it, or what it finds is inconclusive, the pause goes on and the next probe comes in its time. Thread-safe.
 */
public final class RouteProbe implements RouteAccess, AutoCloseable {

    private final RoutePauses pauses;
    private final List<Taken> taken;
    private final AtomicBoolean settled = new AtomicBoolean();

    RouteProbe(RoutePauses pauses, List<Taken> taken) {
        this.pauses = pauses;
        this.taken = List.copyOf(taken);
    }

    /**
     * Tells what the attempt found. A generation that the provider made ends the pause; whatever else leaves it.
     *
     * @param verdict what the classifier made of the attempt
     */
    public void settle(Verdict verdict) {
        if (settled.compareAndSet(false, true) && provesThatItWorks(verdict)) {
            pauses.probePassed(taken);
        }
    }

    /** Nothing was launched: somebody else may probe at once. The rival is {@link #settle}. */
    public void giveBack() {
        if (settled.compareAndSet(false, true)) {
            pauses.probeGivenBack(taken);
        }
    }

    /** Leaves the pause as it is, if nothing was settled. */
    @Override
    public void close() {
        settled.set(true);
    }

    private static boolean provesThatItWorks(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Completed ignored -> true;
            case Verdict.Interrupted interrupted -> interrupted.by() == Verdict.Interrupted.By.PROVIDER;
            case Verdict.Unusable unusable -> unusable.why() != Verdict.Unusable.Why.PROTOCOL;
            case Verdict.Invalid ignored -> false;
            case Verdict.NotSent ignored -> false;
            case Verdict.Internal ignored -> false;
            case Verdict.Stop ignored -> false;
            case Verdict.Transient ignored -> false;
            case Verdict.Rejected ignored -> false;
            case Verdict.Ambiguous ignored -> false;
        };
    }

    /** A pause that is probed, as it was when the probe was taken. */
    record Taken(PauseScope scope, RoutePause.Paused pause) {}
}
