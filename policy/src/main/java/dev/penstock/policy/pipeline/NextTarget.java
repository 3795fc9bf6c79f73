package dev.penstock.policy.pipeline;

import java.util.List;

/** Where an operation's next attempt goes, when several targets may answer it (design 6, Fallback). */
public sealed interface NextTarget {

    /**
     * A target that this operation has not used and that nothing holds back: no backoff, since none of its failures was
     * there. Another target's Retry-After does not delay it.
     *
     * @param target its place in the operation's order
     */
    record AtOnce(int target) implements NextTarget {}

    /**
     * Every target that can be asked has failed or is held back: after a backoff, and not before its floor, this one.
     *
     * @param target its place in the operation's order
     * @param floorNanos how long retries there are held back, from now; 0 for not at all
     */
    record AfterBackoff(int target, long floorNanos) implements NextTarget {}

    /** Each target has refused in this round: it waits for the first that opens. */
    record None() implements NextTarget {}

    /**
     * Where one target stands for one operation.
     *
     * @param failures how many of the operation's attempts failed there, or where the same limits and faults hold
     * @param barred whether it refused in this round: paused, or its circuit open
     * @param floorNanos how long an attempt there is held back by a Retry-After; 0 for not at all
     */
    record Standing(int failures, boolean barred, long floorNanos) {}

    /**
     * Chooses: the first target in order that is untried and free; else the one that is free soonest, among equals the
     * one with the fewest failures, and then the first.
     *
     * @param targets the operation's targets in their order
     * @return where to go
     */
    static NextTarget among(List<Standing> targets) {
        int soonest = -1;
        for (int i = 0; i < targets.size(); i++) {
            Standing standing = targets.get(i);
            if (standing.barred()) {
                continue;
            }
            if (standing.failures() == 0 && standing.floorNanos() <= 0) {
                return new AtOnce(i);
            }
            if (soonest < 0 || isBetter(standing, targets.get(soonest))) {
                soonest = i;
            }
        }
        return soonest < 0
                ? new None()
                : new AfterBackoff(soonest, Math.max(0, targets.get(soonest).floorNanos()));
    }

    private static boolean isBetter(Standing one, Standing other) {
        long mine = Math.max(0, one.floorNanos());
        long theirs = Math.max(0, other.floorNanos());
        return mine != theirs ? mine < theirs : one.failures() < other.failures();
    }
}
