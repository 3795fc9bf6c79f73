package dev.penstock.policy.pipeline;

import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.attempt.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one operation has learnt about the targets that may answer it. A failure holds wherever the same account and
 * model are asked, since another credential changes nothing about it; a refused credential holds for itself alone, an
 * empty account for all its credentials (R-CLASS-3). A target that refuses is barred for a round: until the operation has
 * waited. Knows no clock; one thread's own.
 */
public final class TargetBoard {

    private final List<LimiterKey> targets;
    private final int[] failures;
    private final GateDecision.@Nullable NotNow[] refusals;

    /**
     * A board on which nothing has happened.
     *
     * @param targets whose permits each target needs, in the operation's order; at least one
     */
    public TargetBoard(List<LimiterKey> targets) {
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("an operation has at least one target");
        }
        this.targets = List.copyOf(targets);
        this.failures = new int[targets.size()];
        this.refusals = new GateDecision.NotNow[targets.size()];
    }

    /**
     * An attempt ended without an answer.
     *
     * @param target where it went
     * @param verdict what it was taken for
     * @param probeNanos how long a stopped route is left alone, if the verdict is a stop
     */
    public void failed(int target, Verdict verdict, long probeNanos) {
        for (int i = 0; i < failures.length; i++) {
            if (verdict instanceof Verdict.Stop stop) {
                if (i == target || (stopsTheAccount(stop) && ofSameAccount(i, target))) {
                    failures[i]++;
                    refusals[i] = GateDecision.NotNow.paused(stop.what(), probeNanos);
                }
            } else if (ofSameAccount(i, target) && ofSameModel(i, target)) {
                failures[i]++;
            }
        }
    }

    /**
     * A target cannot be used now: nothing was sent there.
     *
     * @param target which
     * @param refusal what its gate said
     */
    public void refused(int target, GateDecision.NotNow refusal) {
        refusals[target] = refusal;
    }

    /** The operation has waited: whatever was barred may be asked again. */
    public void newRound() {
        Arrays.fill(refusals, null);
    }

    /**
     * Whether no attempt of this operation has failed there.
     *
     * @param target which
     * @return true if none has
     */
    public boolean isUntried(int target) {
        return failures[target] == 0;
    }

    /**
     * Where the next attempt goes.
     *
     * @param floors how long an attempt on a target is held back, in nanoseconds from now
     * @return the choice
     */
    public NextTarget next(IntToLongFunction floors) {
        List<NextTarget.Standing> standings = new ArrayList<>(failures.length);
        for (int i = 0; i < failures.length; i++) {
            standings.add(new NextTarget.Standing(failures[i], refusals[i] != null, floors.applyAsLong(i)));
        }
        return NextTarget.among(standings);
    }

    /**
     * What stands in the way when every target has refused: the first one's reason, and the first moment at which any of
     * them may be asked again.
     *
     * @return the refusal
     * @throws IllegalStateException if no target has refused
     */
    public GateDecision.NotNow refusal() {
        GateDecision.NotNow first = null;
        long soonest = Long.MAX_VALUE;
        for (GateDecision.NotNow refusal : refusals) {
            if (refusal != null) {
                first = first == null ? refusal : first;
                soonest = Math.min(soonest, refusal.comeBackNanos());
            }
        }
        if (first == null) {
            throw new IllegalStateException("no target has refused");
        }
        return new GateDecision.NotNow(first.limit(), soonest, first.stopped());
    }

    private static boolean stopsTheAccount(Verdict.Stop stop) {
        return switch (stop.what()) {
            case BALANCE, QUOTA -> true;
            case CREDENTIAL -> false;
        };
    }

    private boolean ofSameAccount(int one, int other) {
        return targets.get(one).account().equals(targets.get(other).account());
    }

    private boolean ofSameModel(int one, int other) {
        return targets.get(one).model().equals(targets.get(other).model());
    }
}
