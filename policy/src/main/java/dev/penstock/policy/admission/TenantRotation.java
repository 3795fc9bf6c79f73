package dev.penstock.policy.admission;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One lane: tenants take turns, and one tenant's waiters go in the order of their arrival (R-TENANT-1). Every step takes
 * constant time, a withdrawal in the middle included. Not thread-safe.
 */
final class TenantRotation {

    /** Tenants that have somebody waiting, the next in turn first. */
    private final LinkedHashMap<String, TenantQueue> tenants = new LinkedHashMap<>();

    private int size;

    void add(Waiter waiter, long now) {
        tenants.computeIfAbsent(waiter.request().tenant(), ignored -> new TenantQueue(now))
                .add(waiter);
        size++;
    }

    /** Takes a waiter out wherever it stands; its tenant keeps its turn. */
    boolean remove(Waiter waiter) {
        String tenant = waiter.request().tenant();
        TenantQueue own = tenants.get(tenant);
        if (own == null || !own.remove(waiter)) {
            return false;
        }
        size--;
        if (own.isEmpty()) {
            tenants.remove(tenant);
        }
        return true;
    }

    /** Who is next; null if nobody waits. */
    @Nullable
    Waiter peek() {
        return tenants.isEmpty() ? null : tenants.firstEntry().getValue().first();
    }

    /** Takes out who is next; the tenant goes to the end of the round. */
    @Nullable
    Waiter poll() {
        Map.Entry<String, TenantQueue> first = tenants.pollFirstEntry();
        if (first == null) {
            return null;
        }
        TenantQueue own = first.getValue();
        Waiter next = own.poll();
        size--;
        if (!own.isEmpty()) {
            tenants.put(first.getKey(), own);
        }
        return next;
    }

    /**
     * How many would be served before a newcomer: its own tenant's waiters, and of every other tenant as many as have
     * their turn before its own.
     */
    int aheadOf(String tenant) {
        TenantQueue own = tenants.get(tenant);
        int mine = own == null ? 0 : own.size();
        int ahead = mine;
        for (Map.Entry<String, TenantQueue> other : tenants.entrySet()) {
            if (!other.getKey().equals(tenant)) {
                ahead += Math.min(other.getValue().size(), mine + 1);
            }
        }
        return ahead;
    }

    /** Counts a grant to a tenant's waiter. */
    void granted(String tenant, long now) {
        TenantQueue own = tenants.get(tenant);
        if (own != null) {
            own.granted(now);
        }
    }

    /**
     * How long a tenant's newcomer waits if its tenant is served as it has been since it began to wait: what comes later
     * from others and has its turn before is in it. In nanoseconds; 0 while nothing is known.
     */
    double waitAtPace(String tenant, long now) {
        TenantQueue own = tenants.get(tenant);
        return own == null ? 0 : own.waitOfNewcomer(now);
    }

    int size() {
        return size;
    }
}
