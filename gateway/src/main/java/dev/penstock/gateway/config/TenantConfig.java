package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNullElse;

import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.ApiKey.Ceilings;
import java.time.Duration;

/**
 * The most that any key of a tenant may ask for; a key's own ceilings hold beside it (R-TENANT-1). Immutable.
 *
 * @param maxPriority the highest priority; interactive by default
 * @param maxReplay the widest replay setting; after_anything by default, so that the keys decide
 * @param maxDeadline the longest deadline; 24 h by default
 */
public record TenantConfig(Priority maxPriority, ReplaySetting maxReplay, Span maxDeadline) {

    private static final Span DAY = new Span(Duration.ofDays(1));

    /** Puts the defaults in. */
    public TenantConfig {
        maxPriority = requireNonNullElse(maxPriority, Priority.INTERACTIVE);
        maxReplay = requireNonNullElse(maxReplay, ReplaySetting.AFTER_ANYTHING);
        maxDeadline = requireNonNullElse(maxDeadline, DAY);
    }

    /**
     * The ceilings of a tenant of whom nothing is said.
     *
     * @return interactive, after_anything, 24 h
     */
    public static TenantConfig widest() {
        return new TenantConfig(Priority.INTERACTIVE, ReplaySetting.AFTER_ANYTHING, DAY);
    }

    /**
     * The lower of the tenant's and a key's ceilings, one by one.
     *
     * @param key the key's
     * @return what calls with that key may ask for
     */
    public Ceilings lower(Ceilings key) {
        Duration longest = maxDeadline.value();
        return new Ceilings(
                // The later constant is the lower priority.
                maxPriority.compareTo(key.priority()) > 0 ? maxPriority : key.priority(),
                maxReplay.compareTo(key.replay()) < 0 ? maxReplay : key.replay(),
                longest.compareTo(key.deadline()) < 0 ? longest : key.deadline());
    }
}
