package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Verdict;
import java.util.EnumSet;
import java.util.Set;

/**
 * What one generation has behind it. Every request on the wire is an attempt and is counted here, whatever made it
 * necessary (B051); only the charged ones use up what is allowed.
 *
 * @param made attempts that have ended, whether charged or not
 * @param charged attempts that count against the maximum and against the lifetime cap
 * @param categories how they ended, without their number
 */
public record AttemptTally(int made, int charged, Set<AttemptCategory> categories) {

    /** Nothing was tried. */
    public static final AttemptTally NONE = new AttemptTally(0, 0, Set.of());

    /** Copies the categories and checks the numbers. */
    public AttemptTally {
        categories = Set.copyOf(categories);
        if (charged < 0 || charged > made) {
            throw new IllegalArgumentException(charged + " charged of " + made + " attempts");
        }
    }

    /**
     * Counts one more attempt.
     *
     * @param verdict how it ended
     * @param stage how far it got
     * @param background whether the work goes on alone
     * @return a copy
     */
    public AttemptTally plus(Verdict verdict, DeliveryStage stage, boolean background) {
        Set<AttemptCategory> more = EnumSet.of(AttemptCategory.of(verdict));
        more.addAll(categories);
        return new AttemptTally(made + 1, charged + (isCharged(verdict, stage, background) ? 1 : 0), more);
    }

    /**
     * Whether an attempt counts against the maximum (design 4, "Charged attempts").
     *
     * @param verdict how it ended
     * @param stage how far it got
     * @param background whether the work goes on alone
     * @return false for a stop, and in background work for what was not sent and got no further than a connection
     */
    public static boolean isCharged(Verdict verdict, DeliveryStage stage, boolean background) {
        return switch (AttemptCategory.of(verdict)) {
            case STOP -> false;
            case NOT_SENT -> !background || stage.reached(DeliveryStage.REQUEST_STARTED);
            case TRANSIENT, INTERRUPTED_BY_PROVIDER, AMBIGUOUS, FINAL -> true;
        };
    }

    /**
     * Whether some attempt may have been processed without our knowing how that ended. Then no end is better than an
     * unknown outcome, and only the process that saw it may go on.
     *
     * @return true if one was ambiguous
     */
    public boolean hasAmbiguous() {
        return categories.contains(AttemptCategory.AMBIGUOUS);
    }

    /**
     * Whether nothing was ever sent.
     *
     * @return true if every attempt provably was not
     */
    public boolean nothingSent() {
        for (AttemptCategory category : categories) {
            if (category != AttemptCategory.NOT_SENT) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether every attempt was not sent, stopped or refused for a reason that passes.
     *
     * @return true if a dead letter after them may be reopened
     */
    public boolean isReopenable() {
        for (AttemptCategory category : categories) {
            if (!category.isReopenable()) {
                return false;
            }
        }
        return true;
    }
}
