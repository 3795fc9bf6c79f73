package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows a classified attempt, in the order of design 5: fail, classify, wait = max(hint, jitter), refuse
 * what does not fit, sleep, permit, breaker, token, send. It knows no clock and sends nothing. Thread-safe if its source
 * of chance is.
 */
public final class RetryPlanner {

    private final RetrySettings settings;
    private final RandomGenerator random;

    /**
     * Makes a planner.
     *
     * @param settings how long and how often
     * @param random the source of jitter
     */
    public RetryPlanner(RetrySettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
    }

    /**
     * Decides after an attempt has ended.
     *
     * @param attempt what the classifier made of it
     * @param hint when the provider asked to come back, null if it said nothing; see {@link RetryAfter}
     * @param situation where the operation stands; with another target at hand there is no wait, and the hint, which was
     *     given for this one, delays nothing
     * @return another attempt after a wait, or the end and the limit that caused it
     */
    public RetryDecision afterAttempt(Classification attempt, @Nullable Duration hint, RetrySituation situation) {
        Disposition end = endOf(attempt, situation);
        if (end != null) {
            return new RetryDecision.End(end, hint);
        }
        if (attempt.verdict() instanceof Verdict.Stop stop && !mayGoElsewhere(situation)) {
            return new RetryDecision.Pause(stop.what());
        }
        return wait(hint, situation);
    }

    /**
     * Decides how long to wait before a target is asked again that has failed, when no other one could be asked after
     * all: the backoff that going elsewhere at once had spared.
     *
     * @param situation where the operation stands
     * @return another attempt after a wait, or the end where the deadline does not leave that long
     */
    public RetryDecision backOff(RetrySituation situation) {
        return wait(null, situation);
    }

    /**
     * Decides when an attempt that was due could not be launched. Nothing was sent, no attempt is used.
     *
     * @param limit what refused it: RETRY_BUDGET, BREAKER or STOPPED
     * @param comeBackNanos when that may have changed
     * @param situation where the operation stands
     * @return the end for work that somebody waits for, a wait for work that goes on alone
     */
    public RetryDecision afterRefusal(EndReason limit, long comeBackNanos, RetrySituation situation) {
        if (situation.cancelRequested()) {
            return giveUp(EndReason.CANCELLED, situation);
        }
        if (!settings.background()) {
            return giveUp(limit, situation);
        }
        long latest = situation.remainingNanos() - settings.minimumAttempt().toNanos();
        return latest <= 0
                ? giveUp(EndReason.DEADLINE, situation)
                : new RetryDecision.Await(limit, Math.clamp(comeBackNanos, 0, latest));
    }

    /**
     * Ends an operation between two attempts: its time ran out while it waited, it was cancelled, nobody waits for it.
     *
     * @param limit what ended it
     * @param situation where the operation stands
     * @return a dead letter or, for CANCELLED, a cancel before dispatch; an unknown outcome if some attempt may have been
     *     processed
     */
    public static RetryDecision.End giveUp(EndReason limit, RetrySituation situation) {
        return new RetryDecision.End(ended(limit, situation), null);
    }

    private RetryDecision wait(@Nullable Duration hint, RetrySituation situation) {
        long hintNanos = hint == null ? 0 : Deadline.saturatedNanos(hint);
        int retryIndex = Math.max(0, situation.tally().made() - 1);
        long waitNanos = situation.elsewhere()
                ? 0
                : Math.max(hintNanos, settings.backoff().drawNanos(retryIndex, random));
        if (waitNanos + settings.minimumAttempt().toNanos() < situation.remainingNanos()) {
            return new RetryDecision.Retry(waitNanos, hintNanos);
        }
        return new RetryDecision.End(ended(EndReason.DEADLINE, situation), hint);
    }

    /** The end that stands before any wait is drawn; null if there is none. */
    private @Nullable Disposition endOf(Classification attempt, RetrySituation situation) {
        if (!situation.replay().allowsAfter(attempt.verdict()) || situation.outputDelivered()) {
            return withoutResend(attempt, situation);
        }
        if (situation.cancelRequested()) {
            return ended(EndReason.CANCELLED, situation);
        }
        if (attempt.verdict() instanceof Verdict.Stop) {
            return settings.background() || mayGoElsewhere(situation) ? null : ended(EndReason.STOPPED, situation);
        }
        return situation.tally().charged() >= settings.maxAttempts() ? ended(EndReason.ATTEMPTS, situation) : null;
    }

    /** A stop is not charged; going on elsewhere at once is bounded all the same: one number rules every request (B051). */
    private boolean mayGoElsewhere(RetrySituation situation) {
        return situation.elsewhere() && situation.tally().made() < settings.maxAttempts();
    }

    private static Disposition withoutResend(Classification attempt, RetrySituation situation) {
        return switch (attempt.verdict()) {
            case Verdict.Completed ignored -> attempt.disposition();
            case Verdict.Rejected ignored -> attempt.disposition();
            case Verdict.Unusable ignored -> attempt.disposition();
            case Verdict.Invalid ignored -> attempt.disposition();
            case Verdict.Ambiguous ignored -> attempt.disposition();
            case Verdict.Internal ignored -> ended(EndReason.INTERNAL_ERROR, situation);
            case Verdict.Stop ignored -> ended(EndReason.STOPPED, situation);
            case Verdict.Transient ignored -> ended(forbidding(situation), situation);
            case Verdict.NotSent notSent ->
                switch (notSent.cause()) {
                    case CANCELLED -> ended(EndReason.CANCELLED, situation);
                    case DEADLINE -> ended(EndReason.DEADLINE, situation);
                    case CAP, DNS, CONNECT, TLS, POOL, REFUSED_STREAM, GOAWAY, NOT_PROCESSABLE ->
                        ended(forbidding(situation), situation);
                };
            case Verdict.Interrupted interrupted ->
                switch (interrupted.by()) {
                    case PROVIDER -> ended(EndReason.INTERRUPTED, situation);
                    case ERROR -> attempt.disposition();
                };
        };
    }

    private static EndReason forbidding(RetrySituation situation) {
        return situation.outputDelivered() ? EndReason.INTERRUPTED : EndReason.REPLAY_SETTING;
    }

    /** What some attempt may have caused is not known, whatever ended the operation. */
    private static Disposition ended(EndReason limit, RetrySituation situation) {
        if (situation.tally().hasAmbiguous()) {
            return Disposition.unknown(limit);
        }
        return limit == EndReason.CANCELLED
                ? new Disposition(OperationState.CANCELLED_BEFORE_DISPATCH, limit)
                : Disposition.deadLetter(limit);
    }
}
