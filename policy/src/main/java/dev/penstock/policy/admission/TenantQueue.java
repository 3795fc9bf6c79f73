package dev.penstock.policy.admission;

import java.util.LinkedHashSet;

/** One tenant's waiters in one lane, first come first, and how fast they have been served lately. Not thread-safe. */
final class TenantQueue {

    /** What lies further back than so many grants counts half. */
    private static final int REMEMBERED = 64;

    /** Fewer say nothing about a rate. */
    private static final int FEWEST = 8;

    private final LinkedHashSet<Waiter> waiters = new LinkedHashSet<>();
    private long busySince;
    private int grants;

    /** A queue in which somebody waits from now on without a break. */
    TenantQueue(long now) {
        this.busySince = now;
    }

    void add(Waiter waiter) {
        waiters.add(waiter);
    }

    boolean remove(Waiter waiter) {
        return waiters.remove(waiter);
    }

    Waiter first() {
        return waiters.getFirst();
    }

    Waiter poll() {
        return waiters.removeFirst();
    }

    int size() {
        return waiters.size();
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    /** Counts a grant to one of them. */
    void granted(long now) {
        grants++;
        if (grants == REMEMBERED) {
            grants = REMEMBERED / 2;
            busySince = now - (now - busySince) / 2;
        }
    }

    /** How long a newcomer waits if grants go on as they have; 0 while too few have been seen. */
    double waitOfNewcomer(long now) {
        return grants < FEWEST ? 0 : (double) (now - busySince) / grants * (waiters.size() + 1);
    }
}
