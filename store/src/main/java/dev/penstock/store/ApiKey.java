package dev.penstock.store;

import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A tenant's key as it is kept: everything but the secret.
 *
 * @param id "key_" and 16 hexadecimal digits; what people name it by
 * @param tenant whose it is; several keys may belong to one tenant
 * @param name what its owner calls it, 1 to 100 visible characters
 * @param ceilings what calls with it may ask for
 * @param createdAt epoch milliseconds
 * @param revokedAt epoch milliseconds; empty while it is good
 */
public record ApiKey(String id, Tenant tenant, String name, Ceilings ceilings, long createdAt, OptionalLong revokedAt) {

    private static final int LONGEST_NAME = 100;

    /** Checks the name. */
    public ApiKey {
        if (name.isBlank() || name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a key's name is 1 to " + LONGEST_NAME + " visible characters");
        }
    }

    /**
     * The most that calls may ask for (R-TENANT-1).
     *
     * @param priority the highest priority
     * @param replay the widest replay setting; each allows what the ones before it allow
     * @param deadline the longest deadline; positive
     */
    public record Ceilings(Priority priority, ReplaySetting replay, Duration deadline) {

        /** Checks the deadline. */
        public Ceilings {
            if (deadline.isNegative() || deadline.isZero()) {
                throw new IllegalArgumentException("the longest deadline must be positive, was " + deadline);
            }
        }

        /**
         * Interactive, AFTER_INTERRUPTION, 1 h: whoever is to accept duplicate generations needs a permission of its own
         * (design 4).
         *
         * @return the defaults
         */
        public static Ceilings defaults() {
            return new Ceilings(Priority.INTERACTIVE, ReplaySetting.AFTER_INTERRUPTION, Duration.ofHours(1));
        }
    }
}
