package dev.penstock.store;

import java.util.Optional;

/**
 * What the attempts of one minute used on one route, where no operation keeps it: calls without a key (design 12).
 * Immutable. What is not known is counted beside what is, and never as zero (design 11).
 *
 * @param place when and where
 * @param counts how many attempts there were, and of how many something is not known
 * @param usage the sum of what is known
 */
public record Spend(Place place, Counts counts, UsageSummary usage) {

    /**
     * When and where attempts ended.
     *
     * @param tenant whose calls
     * @param minute its first millisecond since the epoch
     * @param route the route's name
     * @param model the model's name there
     */
    public record Place(Tenant tenant, long minute, String route, String model) {}

    /**
     * How many attempts.
     *
     * @param attempts all that ended
     * @param sends those that may have reached the provider
     * @param ambiguous those whose outcome is not known: they may have been billed
     * @param usageUnknown those that may have reached it and of which nobody said what they used
     * @param costUnknown those that may have reached it and whose cost is not known
     */
    public record Counts(long attempts, long sends, long ambiguous, long usageUnknown, long costUnknown) {

        /** None. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        /**
         * Both together.
         *
         * @param other more
         * @return the sum
         */
        public Counts plus(Counts other) {
            return new Counts(
                    attempts + other.attempts,
                    sends + other.sends,
                    ambiguous + other.ambiguous,
                    usageUnknown + other.usageUnknown,
                    costUnknown + other.costUnknown);
        }
    }

    /**
     * The same with more of the same place.
     *
     * @param more how many more
     * @param used what they used
     * @return the sum
     */
    public Spend plus(Counts more, UsageSummary used) {
        return new Spend(place, counts.plus(more), usage.plus(used));
    }

    /**
     * The cost, if any of it is known.
     *
     * @return amount and currency as they are shown; "at least" where some of it is not known
     */
    public Optional<String> costText() {
        return Optional.ofNullable(usage.cost())
                .map(cost ->
                        (counts.costUnknown() > 0 ? "at least " : "") + cost.toPlainString() + " " + usage.currency());
    }
}
