package dev.penstock.client;

import dev.penstock.policy.admission.Lane;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.pipeline.GateDecision;
import dev.penstock.policy.pipeline.NextTarget;
import dev.penstock.policy.pipeline.TargetBoard;
import dev.penstock.policy.retry.RetryDecision;
import dev.penstock.policy.retry.RetryPlanner;
import dev.penstock.policy.retry.RetrySituation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where an operation's next attempt goes, and when: its targets and its planner together. One operation's own. */
final class Planning {

    private final Operation operation;
    private final Tally tally;
    private final RetryPlanner planner;
    private final TargetBoard board;
    private Lane first = Lane.ORIGINAL;

    Planning(Operation operation, Tally tally, RetryPlanner planner) {
        this.operation = operation;
        this.tally = tally;
        this.planner = planner;
        this.board =
                new TargetBoard(operation.targets().stream().map(Target::key).toList());
    }

    /** The lane of the first attempt here: what begins as a retry is one wherever it goes. */
    void begins(Lane lane) {
        first = lane;
    }

    /** Where the next attempt goes, as things stand. */
    NextTarget next(Lane lane) {
        return board.next(place -> lane(place, lane) == Lane.ORIGINAL
                ? 0
                : target(place).at().earliest().remaining().toNanos());
    }

    /** The lane of an attempt on a target: an original where nothing was sent before (design 6, Fallback). */
    Lane lane(int place, Lane wanted) {
        boolean nothingSent = first == Lane.ORIGINAL && tally.sent() == 0;
        return nothingSent && isFallback() && board.isUntried(place) ? Lane.ORIGINAL : wanted;
    }

    Target target(int place) {
        return operation.targets().get(place);
    }

    /** The operation has waited: targets that refused it are asked again. */
    void newRound() {
        board.newRound();
    }

    /**
     * After an attempt has been judged.
     *
     * @param place where it went
     * @param judged what it was taken for
     * @param hint when its route may be retried, null if nothing was asked for
     * @param situation where the operation stands
     */
    RetryDecision afterAttempt(int place, Classification judged, @Nullable Duration hint, RetrySituation situation) {
        board.failed(place, judged.verdict(), PauseKeeper.PROBE_EVERY.toNanos());
        return switch (next(Lane.RETRY)) {
            case NextTarget.AtOnce ignored -> planner.afterAttempt(judged, hint, situation.withTargetElsewhere());
            case NextTarget.AfterBackoff later -> planner.afterAttempt(judged, floor(later, place, hint), situation);
            case NextTarget.None ignored -> planner.afterAttempt(judged, hint, situation);
        };
    }

    /** A target refused an attempt that was due; true if another one may be asked instead. */
    boolean goesElsewhere(int place, GateDecision.NotNow refusal) {
        return switch (refusal.limit()) {
            case STOPPED, BREAKER -> {
                board.refused(place, refusal);
                yield !(board.next(other -> 0) instanceof NextTarget.None);
            }
            default -> false;
        };
    }

    /** Before a target is asked again that failed, when going elsewhere at once had come to nothing. */
    RetryDecision backOff(RetrySituation situation) {
        return planner.backOff(situation);
    }

    /** After every target has refused an attempt that was due, or the budget did. */
    RetryDecision afterRefusal(GateDecision.NotNow refusal, RetrySituation situation) {
        return planner.afterRefusal(refusal.limit(), refusal.comeBackNanos(), situation);
    }

    /** What stands in the way of an attempt: the budget's word, or that of all targets together. */
    GateDecision.NotNow inTheWay(GateDecision.NotNow refusal) {
        return switch (refusal.limit()) {
            case STOPPED, BREAKER -> board.refusal();
            default -> refusal;
        };
    }

    private boolean isFallback() {
        return operation.targets().size() > 1;
    }

    private static @Nullable Duration floor(NextTarget.AfterBackoff later, int place, @Nullable Duration hint) {
        if (later.target() == place) {
            return hint;
        }
        return later.floorNanos() == 0 ? null : Duration.ofNanos(later.floorNanos());
    }
}
