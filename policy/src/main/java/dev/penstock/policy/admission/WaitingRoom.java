package dev.penstock.policy.admission;

import org.jspecify.annotations.Nullable;

/**
 * All waiters of one limiter, in the order in which permits reach them: interactive before background, which keeps a
 * floor (R-ADMIT-7); lanes inside; tenants in rotation inside those. Not thread-safe.
 */
final class WaitingRoom {

    private final Lanes interactive;
    private final Lanes background;
    private final Turns turns;
    private final double backgroundFloor;

    WaitingRoom(Fairness fairness) {
        this.interactive = new Lanes(fairness);
        this.background = new Lanes(fairness);
        this.turns = new Turns(fairness.backgroundOneIn(), fairness.backgroundOneIn());
        this.backgroundFloor = 1.0 / fairness.backgroundOneIn();
    }

    void add(Waiter waiter, long now) {
        laneOf(waiter.request()).add(waiter, now);
    }

    /** Takes a waiter out; false if it is not here any more. */
    boolean remove(Waiter waiter) {
        return laneOf(waiter.request()).remove(waiter);
    }

    /** Takes out who is next; null if nobody waits. Whether it was granted is said by {@link #granted}. */
    @Nullable
    Waiter poll() {
        if (background.size() == 0) {
            return interactive.poll();
        }
        boolean backgroundGoes = interactive.size() == 0 || turns.secondGoes(/* secondCameFirst= */ false);
        return backgroundGoes ? background.poll() : interactive.poll();
    }

    /** Counts a grant to somebody who had waited. */
    void granted(PermitRequest request, long now) {
        of(request.priority()).granted(request.lane());
        laneOf(request).granted(request.tenant(), now);
        switch (request.priority()) {
            case INTERACTIVE -> turns.firstWent(background.size() > 0);
            case BACKGROUND -> turns.secondWent();
        }
    }

    /** How many permits its lane hands out before a newcomer's, and its own. */
    int grantsUntil(PermitRequest newcomer) {
        return laneOf(newcomer).aheadOf(newcomer.tenant()) + 1;
    }

    /** Nanoseconds that a newcomer waits at its tenant's own pace; 0 while that is not known. */
    double waitAtPace(PermitRequest newcomer, long now) {
        return laneOf(newcomer).waitAtPace(newcomer.tenant(), now);
    }

    /** The share of all grants that a newcomer's lane gets. */
    double shareOf(PermitRequest newcomer) {
        double ofPriority = switch (newcomer.priority()) {
            case INTERACTIVE -> background.size() == 0 ? 1 : 1 - backgroundFloor;
            case BACKGROUND -> interactive.size() == 0 ? 1 : backgroundFloor;
        };
        return ofPriority * of(newcomer.priority()).shareOfNewcomer(newcomer.lane());
    }

    int waiting(Priority priority, Lane lane) {
        return of(priority).of(lane).size();
    }

    int size() {
        return interactive.size() + background.size();
    }

    private TenantRotation laneOf(PermitRequest request) {
        return of(request.priority()).of(request.lane());
    }

    private Lanes of(Priority priority) {
        return switch (priority) {
            case INTERACTIVE -> interactive;
            case BACKGROUND -> background;
        };
    }
}
