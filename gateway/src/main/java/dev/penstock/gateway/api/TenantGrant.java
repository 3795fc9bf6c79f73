package dev.penstock.gateway.api;

import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A tenant and what it may ask for (design 12). Immutable.
 *
 * @param tenant whose calls these are: the namespace of their keys
 * @param highestPriority the highest priority it may ask for, and its default
 * @param replay the replay settings it may ask for; {@code AFTER_ANYTHING} accepts duplicate generations and has to be
 *     granted
 * @param longestDeadline the longest deadline it may ask for; positive
 */
public record TenantGrant(
        Tenant tenant, Priority highestPriority, Set<ReplaySetting> replay, Duration longestDeadline) {

    /** Copies the set and checks the span. */
    public TenantGrant {
        replay = Set.copyOf(replay);
        if (longestDeadline.isNegative() || longestDeadline.isZero()) {
            throw new IllegalArgumentException("longest deadline must be positive, was " + longestDeadline);
        }
    }

    /**
     * The ceilings of a tenant of whom nothing else is said: interactive, any replay setting but {@code AFTER_ANYTHING},
     * deadlines up to 1 h.
     *
     * @param tenant whose
     * @return a grant
     */
    public static TenantGrant of(Tenant tenant) {
        return new TenantGrant(
                tenant,
                Priority.INTERACTIVE,
                EnumSet.complementOf(EnumSet.of(ReplaySetting.AFTER_ANYTHING)),
                Duration.ofHours(1));
    }
}
