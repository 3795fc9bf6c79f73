package dev.penstock.policy.admission;

import org.jspecify.annotations.Nullable;

/** The waiters of one priority: originals and retries, each with a ceiling and a floor (R-ADMIT-5). Not thread-safe. */
final class Lanes {

    private final TenantRotation originals = new TenantRotation();
    private final TenantRotation retries = new TenantRotation();
    private final Turns turns;

    Lanes(Fairness fairness) {
        this.turns = new Turns(fairness.retriesAtMostOneIn(), fairness.retriesAtLeastOneIn());
    }

    TenantRotation of(Lane lane) {
        return switch (lane) {
            case ORIGINAL -> originals;
            case RETRY -> retries;
        };
    }

    /** Takes out who is next; null if nobody waits. */
    @Nullable
    Waiter poll() {
        Waiter original = originals.peek();
        Waiter retry = retries.peek();
        if (original == null) {
            return retries.poll();
        }
        if (retry == null) {
            return originals.poll();
        }
        return turns.secondGoes(retry.arrivedBefore(original)) ? retries.poll() : originals.poll();
    }

    /** Counts a grant. */
    void granted(Lane lane) {
        switch (lane) {
            case ORIGINAL -> turns.firstWent(retries.size() > 0);
            case RETRY -> turns.secondWent();
        }
    }

    /** The share of this priority's grants that a lane would get with one waiter more. */
    double shareOfNewcomer(Lane lane) {
        return switch (lane) {
            case ORIGINAL -> retries.size() == 0 ? 1 : 1 - turns.secondShare(originals.size() + 1, retries.size());
            case RETRY -> turns.secondShare(originals.size(), retries.size() + 1);
        };
    }

    int size() {
        return originals.size() + retries.size();
    }
}
