package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.testkit.FixedRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-DEADLINE-4 R-REPLAY-1 R-RETRYAFTER-3 the retry planner")
class RetryPlannerTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private static final Classification UNAVAILABLE = classify(Facts.status(503));
    private static final Classification RATE_LIMITED = classify(Facts.status(429));
    private static final Classification NO_CONNECTION = classify(Facts.failed(FailureKind.CONNECT, Facts.unsent()));
    private static final Classification NO_ANSWER = classify(Facts.failed(FailureKind.RESET, Facts.sent()));
    private static final Classification BROKEN_OFF = classify(Facts.finished("aborted"));
    private static final Classification BALANCE = classify(Facts.status(402));

    private final RetryPlanner attached = new RetryPlanner(RetrySettings.forAttached(), new FixedRandom(0.5));
    private final RetryPlanner background = new RetryPlanner(RetrySettings.forBackground(), new FixedRandom(0.5));

    @Test
    void afterAttempt_transient_waitsTheLongerOfHintAndJitter() {
        RetrySituation situation = after(UNAVAILABLE, ReplaySetting.AFTER_REJECTION);

        assertThat(attached.afterAttempt(UNAVAILABLE, null, situation)).isEqualTo(retry(250, 0));
        assertThat(attached.afterAttempt(UNAVAILABLE, Duration.ofMillis(100), situation))
                .isEqualTo(retry(250, 100));
        assertThat(attached.afterAttempt(UNAVAILABLE, Duration.ofSeconds(2), situation))
                .isEqualTo(retry(2000, 2000));
    }

    @ParameterizedTest
    @CsvSource({
        "NEVER, false, false, false",
        "AFTER_REJECTION, true, false, false",
        "AFTER_INTERRUPTION, true, true, false",
        "AFTER_ANYTHING, true, true, true"
    })
    @DisplayName("R-REPLAY-1 what the setting forbids is not resent, and the end says so")
    void afterAttempt_eachSetting_resendsWhatItAllows(
            ReplaySetting setting, boolean rejection, boolean interruption, boolean anything) {
        assertThat(isRetried(RATE_LIMITED, setting)).isEqualTo(rejection);
        assertThat(isRetried(NO_CONNECTION, setting)).isEqualTo(rejection);
        assertThat(isRetried(BROKEN_OFF, setting)).isEqualTo(interruption);
        assertThat(isRetried(NO_ANSWER, setting)).isEqualTo(anything);
    }

    @Test
    void afterAttempt_forbiddenBySetting_endsWithTheRightReason() {
        assertThat(end(RATE_LIMITED, ReplaySetting.NEVER)).isEqualTo(Disposition.deadLetter(EndReason.REPLAY_SETTING));
        assertThat(end(NO_CONNECTION, ReplaySetting.NEVER)).isEqualTo(Disposition.deadLetter(EndReason.REPLAY_SETTING));
        assertThat(end(BALANCE, ReplaySetting.NEVER)).isEqualTo(Disposition.deadLetter(EndReason.STOPPED));
        assertThat(end(BROKEN_OFF, ReplaySetting.AFTER_REJECTION))
                .isEqualTo(Disposition.deadLetter(EndReason.INTERRUPTED));
        assertThat(end(NO_ANSWER, ReplaySetting.AFTER_INTERRUPTION))
                .isEqualTo(Disposition.unknown(EndReason.NO_ANSWER));
    }

    @ParameterizedTest
    @EnumSource(ReplaySetting.class)
    void afterAttempt_terminalVerdict_endsAsTheTableSays(ReplaySetting setting) {
        for (AttemptFacts facts : new AttemptFacts[] {
            Facts.finished("stop"),
            Facts.finished("length"),
            Facts.finished("brand_new"),
            Facts.status(422),
            Facts.ok(new Completion.NotTheProtocol("HTML")),
            AttemptFacts.of(Facts.unsent(), new Ending.Invalid()),
            AttemptFacts.of(Facts.unsent(), new Ending.Threw()),
            AttemptFacts.of(Facts.sent(), new Ending.Threw()),
            Facts.aborted(AbortCause.CANCELLED, Facts.unsent()),
            Facts.aborted(AbortCause.DEADLINE, Facts.unsent()),
            Facts.aborted(AbortCause.CANCELLED, Facts.sent()),
            Facts.aborted(AbortCause.DEADLINE, Facts.sent())
        }) {
            Classification attempt = classify(facts);
            assertThat(end(attempt, setting)).as("%s", attempt).isEqualTo(attempt.disposition());
        }
    }

    @Test
    @DisplayName("R-CLASS-3 a stop pauses background work and ends what somebody waits for")
    void afterAttempt_stop_pausesOrEnds() {
        RetrySituation situation = after(BALANCE, ReplaySetting.AFTER_REJECTION);

        assertThat(background.afterAttempt(BALANCE, null, situation))
                .isEqualTo(new RetryDecision.Pause(Verdict.Stop.What.BALANCE));
        assertThat(attached.afterAttempt(BALANCE, null, situation))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.STOPPED), null));
    }

    @Test
    @DisplayName("R-ATTEMPT-1 the first attempt is counted")
    void afterAttempt_noAttemptsLeft_endsWithThatReasonAndTheHint() {
        Duration hint = Duration.ofSeconds(3);
        RetrySituation last =
                situation(new AttemptTally(4, 4, after(UNAVAILABLE).tally().categories()));

        assertThat(attached.afterAttempt(UNAVAILABLE, hint, last))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.ATTEMPTS), hint));
    }

    @Test
    void afterAttempt_waitThatWouldLeaveLessThanTheMinimum_endsAtOnce() {
        long wait = Duration.ofMillis(250).toNanos();
        long minimum = Duration.ofMillis(100).toNanos();

        assertThat(attached.afterAttempt(UNAVAILABLE, null, withRemaining(wait + minimum + 1)))
                .isEqualTo(retry(250, 0));
        assertThat(attached.afterAttempt(UNAVAILABLE, null, withRemaining(wait + minimum)))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.DEADLINE), null));
        assertThat(attached.afterAttempt(UNAVAILABLE, null, withRemaining(-1)))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.DEADLINE), null));
    }

    @Test
    @DisplayName("R-CANCEL-1 a cancel before the next dispatch sends nothing more")
    void afterAttempt_cancelRequested_isCancelledBeforeDispatch() {
        RetrySituation cancelled =
                after(UNAVAILABLE, ReplaySetting.AFTER_REJECTION).withCancelRequested();

        assertThat(attached.afterAttempt(UNAVAILABLE, null, cancelled))
                .isEqualTo(new RetryDecision.End(
                        new Disposition(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED), null));
    }

    @Test
    @DisplayName("R-OP-6 after an ambiguous attempt no end is better than unknown")
    void afterAttempt_earlierAmbiguousAttempt_endsUnknownWithTheLimitsReason() {
        AttemptTally first = after(NO_ANSWER).tally();
        AttemptTally exhausted = new AttemptTally(4, 4, first.categories());
        RetrySituation anything = RetrySituation.of(exhausted, ReplaySetting.AFTER_ANYTHING, MINUTE);
        RetrySituation noTime = RetrySituation.of(first, ReplaySetting.AFTER_ANYTHING, 1);

        assertThat(attached.afterAttempt(UNAVAILABLE, null, anything)).isEqualTo(unknown(EndReason.ATTEMPTS));
        assertThat(attached.afterAttempt(NO_ANSWER, null, anything)).isEqualTo(unknown(EndReason.ATTEMPTS));
        assertThat(attached.afterAttempt(UNAVAILABLE, null, noTime)).isEqualTo(unknown(EndReason.DEADLINE));
        assertThat(attached.afterAttempt(UNAVAILABLE, null, noTime.withCancelRequested()))
                .isEqualTo(unknown(EndReason.CANCELLED));
        assertThat(attached.afterAttempt(BALANCE, null, anything)).isEqualTo(unknown(EndReason.STOPPED));
        assertThat(attached.afterRefusal(EndReason.BREAKER, 1, anything)).isEqualTo(unknown(EndReason.BREAKER));
        assertThat(attached.afterAttempt(classify(Facts.finished("stop")), null, anything))
                .as("an answer settles it all the same")
                .isEqualTo(new RetryDecision.End(new Disposition(OperationState.SUCCEEDED, EndReason.ANSWERED), null));
    }

    @ParameterizedTest
    @EnumSource(
            value = EndReason.class,
            names = {"RETRY_BUDGET", "BREAKER", "STOPPED"})
    @DisplayName("R-BUDGET-2 a refusal ends what somebody waits for and holds up background work, up to its deadline")
    void afterRefusal_endsAttachedAndHoldsBackground(EndReason limit) {
        RetrySituation situation = after(UNAVAILABLE, ReplaySetting.AFTER_REJECTION);
        long second = Duration.ofSeconds(1).toNanos();
        long minimum = Duration.ofMillis(100).toNanos();

        assertThat(attached.afterRefusal(limit, second, situation))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(limit), null));
        assertThat(background.afterRefusal(limit, second, situation)).isEqualTo(new RetryDecision.Await(limit, second));
        assertThat(background.afterRefusal(limit, 2 * MINUTE, situation))
                .as("never beyond the last moment for an attempt")
                .isEqualTo(new RetryDecision.Await(limit, MINUTE - minimum));
        assertThat(background.afterRefusal(limit, second, withRemaining(minimum)))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.DEADLINE), null));
        assertThat(background.afterRefusal(limit, second, situation.withCancelRequested()))
                .isEqualTo(new RetryDecision.End(
                        new Disposition(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED), null));
    }

    @ParameterizedTest
    @CsvSource({
        "401, RESPONSE_COMPLETE, false, false",
        "401, RESPONSE_COMPLETE, true, false",
        "503, RESPONSE_COMPLETE, false, true",
        "503, RESPONSE_COMPLETE, true, true"
    })
    @DisplayName("R-PROOF-2 charged attempts: a stop is not charged")
    void tally_answeredAttempts_chargesAllButStops(
            int status, DeliveryStage stage, boolean background, boolean charged) {
        Verdict verdict = classify(Facts.status(status)).verdict();

        AttemptTally tally = AttemptTally.NONE.plus(verdict, stage, background);

        assertThat(tally.made()).isEqualTo(1);
        assertThat(tally.charged()).isEqualTo(charged ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECTING, true, false",
        "CONNECTED, true, false",
        "REQUEST_STARTED, true, true",
        "CONNECTING, false, true",
        "CONNECTED, false, true"
    })
    void tally_notSent_chargedUnlessInBackgroundAndUpToConnected(
            DeliveryStage stage, boolean background, boolean charged) {
        assertThat(AttemptTally.isCharged(NO_CONNECTION.verdict(), stage, background))
                .isEqualTo(charged);
    }

    private boolean isRetried(Classification attempt, ReplaySetting setting) {
        return attached.afterAttempt(attempt, null, after(attempt, setting)) instanceof RetryDecision.Retry;
    }

    private Disposition end(Classification attempt, ReplaySetting setting) {
        return ((RetryDecision.End) background.afterAttempt(attempt, null, after(attempt, setting))).disposition();
    }

    private static RetryDecision unknown(EndReason reason) {
        return new RetryDecision.End(Disposition.unknown(reason), null);
    }

    private static RetryDecision retry(long waitMillis, long hintMillis) {
        return new RetryDecision.Retry(
                Duration.ofMillis(waitMillis).toNanos(),
                Duration.ofMillis(hintMillis).toNanos());
    }

    @Test
    @DisplayName("Design 6, Fallback: another target is asked at once, and this one's hint does not delay it")
    void afterAttempt_targetElsewhere_noWait() {
        RetrySituation situation =
                after(UNAVAILABLE, ReplaySetting.AFTER_REJECTION).withTargetElsewhere();

        assertThat(attached.afterAttempt(UNAVAILABLE, Duration.ofHours(1), situation))
                .isInstanceOfSatisfying(
                        RetryDecision.Retry.class,
                        retry -> assertThat(retry.waitNanos()).isZero());
    }

    @Test
    @DisplayName(
            "Design 6, Fallback: a stop is answered elsewhere, by somebody who waits and by work that goes on alone")
    void afterAttempt_stopWithTargetElsewhere_goesThere() {
        RetrySituation situation = after(BALANCE, ReplaySetting.AFTER_REJECTION).withTargetElsewhere();

        assertThat(attached.afterAttempt(BALANCE, null, situation)).isEqualTo(retry(0, 0));
        assertThat(background.afterAttempt(BALANCE, null, situation)).isEqualTo(retry(0, 0));
    }

    @Test
    @DisplayName("B051 going elsewhere after a stop is a request like any other")
    void afterAttempt_stopWithTargetElsewhere_withinTheAttempts() {
        RetryPlanner once = new RetryPlanner(RetrySettings.forAttached().withMaxAttempts(1), new FixedRandom(0.5));
        RetrySituation situation = after(BALANCE, ReplaySetting.AFTER_REJECTION).withTargetElsewhere();

        assertThat(once.afterAttempt(BALANCE, null, situation))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.STOPPED), null));
    }

    @ParameterizedTest
    @EnumSource(ReplaySetting.class)
    @DisplayName("Design 6, Fallback: never around a content filter, a refusal or a caller's error")
    void afterAttempt_finalAnswer_neverElsewhere(ReplaySetting setting) {
        for (Classification answer : List.of(
                classify(Facts.finished("content_filter")),
                classify(Facts.finished("length")),
                classify(Facts.status(400)),
                classify(Facts.status(422)))) {
            RetrySituation situation = after(answer, setting).withTargetElsewhere();

            assertThat(attached.afterAttempt(answer, null, situation))
                    .isEqualTo(new RetryDecision.End(answer.disposition(), null));
        }
    }

    @Test
    @DisplayName("R-REPLAY-1 another target is no way around the replay setting")
    void afterAttempt_ambiguous_elsewhereOnlyWhereDuplicatesAreAccepted() {
        assertThat(attached.afterAttempt(
                        NO_ANSWER,
                        null,
                        after(NO_ANSWER, ReplaySetting.AFTER_REJECTION).withTargetElsewhere()))
                .isInstanceOf(RetryDecision.End.class);
        assertThat(attached.afterAttempt(
                        NO_ANSWER,
                        null,
                        after(NO_ANSWER, ReplaySetting.AFTER_ANYTHING).withTargetElsewhere()))
                .isEqualTo(retry(0, 0));
    }

    @Test
    @DisplayName("R-STREAM-3 output that was delivered is never replaced, elsewhere neither")
    void afterAttempt_outputDelivered_neverElsewhere() {
        RetrySituation situation = after(UNAVAILABLE, ReplaySetting.AFTER_ANYTHING)
                .withOutputDelivered()
                .withTargetElsewhere();

        assertThat(attached.afterAttempt(UNAVAILABLE, null, situation)).isInstanceOf(RetryDecision.End.class);
    }

    private static RetrySituation after(Classification attempt) {
        return after(attempt, ReplaySetting.AFTER_REJECTION);
    }

    private static RetrySituation after(Classification attempt, ReplaySetting setting) {
        AttemptTally tally =
                AttemptTally.NONE.plus(attempt.verdict(), DeliveryStage.RESPONSE_COMPLETE, /* background= */ false);
        return RetrySituation.of(tally, setting, MINUTE);
    }

    private static RetrySituation situation(AttemptTally tally) {
        return RetrySituation.of(tally, ReplaySetting.AFTER_REJECTION, MINUTE);
    }

    private static RetrySituation withRemaining(long nanos) {
        return RetrySituation.of(after(UNAVAILABLE).tally(), ReplaySetting.AFTER_REJECTION, nanos);
    }

    private static Classification classify(AttemptFacts facts) {
        return Classifier.classify(facts, Facts.RULES);
    }
}
