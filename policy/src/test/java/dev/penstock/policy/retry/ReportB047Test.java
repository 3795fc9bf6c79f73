package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.BreakerEffect;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import dev.penstock.policy.retry.SimulatedCall.Reply;
import dev.penstock.policy.retry.SimulatedCall.Trace;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("B047 a stream refused by protocol was not processed; any other reset leaves the outcome unknown")
class ReportB047Test {

    private static final Set<DeliveryStage> BEFORE_ANY_ANSWER =
            EnumSet.range(DeliveryStage.NOT_STARTED, DeliveryStage.REQUEST_COMPLETE);

    static Stream<AttemptFacts> refusals() {
        return BEFORE_ANY_ANSWER.stream()
                .flatMap(stage -> Stream.of(
                        Facts.failed(FailureKind.REFUSED_STREAM, Facts.evidence(stage, Proof.REFUSED_STREAM)),
                        Facts.failed(FailureKind.GOAWAY, Facts.evidence(stage, Proof.GOAWAY))));
    }

    /** Ways in which an exchange breaks once a byte of the request has left, and nothing proves that nobody took it. */
    static Stream<AttemptFacts> unproven() {
        return Stream.of(FailureKind.values())
                .flatMap(kind -> EnumSet.range(DeliveryStage.REQUEST_STARTED, DeliveryStage.RESPONSE_STARTED).stream()
                        .map(stage -> Facts.failed(kind, Facts.evidence(stage, Proof.NONE))));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusal_isRetriedAfterItsBackoffAndSaysNothingOfTheProvidersHealth(AttemptFacts facts) {
        Classification refused = Classifier.classify(facts, Facts.RULES);

        assertThat(refused.verdict()).isInstanceOf(Verdict.NotSent.class);
        assertThat(refused.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
        assertThat(Decisions.attached(facts))
                .isEqualTo(new RetryDecision.Retry(Duration.ofMillis(250).toNanos(), 0));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusal_whereNothingMayBeResent_isNamedAndNotUnknown(AttemptFacts facts) {
        assertThat(Decisions.decide(facts, RetrySettings.forAttached(), ReplaySetting.NEVER))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.REPLAY_SETTING), null));
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"REFUSED_STREAM", "GOAWAY"})
    @DisplayName("refused every time: as many requests as attempts, each retry with its token and a longer wait")
    void refusedEveryTime_isBounded(FailureKind kind) throws InterruptedException {
        Proof proof = Proof.valueOf(kind.name());
        Reply refusal = new Reply(
                Facts.failed(kind, Facts.evidence(DeliveryStage.REQUEST_COMPLETE, proof)), Duration.ofMillis(5));

        for (RetrySettings settings : new RetrySettings[] {
            RetrySettings.forAttached(), RetrySettings.forBackground().withMaxAttempts(4)
        }) {
            Trace trace = run(settings, refusal);

            assertThat(trace.ends()).hasSize(4);
            assertThat(trace.tally().charged()).isEqualTo(4);
            assertThat(trace.tokens()).isEqualTo(3);
            assertThat(trace.waits()).hasSize(3).isSorted().doesNotHaveDuplicates();
            assertThat(trace.disposition()).isEqualTo(Disposition.deadLetter(EndReason.ATTEMPTS));
        }
    }

    @ParameterizedTest
    @MethodSource("unproven")
    @DisplayName("CANCEL, INTERNAL_ERROR and whatever else ends a stream or a connection prove nothing")
    void otherReset_isUnknownUnlessItsOwnerAcceptsDuplicates(AttemptFacts facts) {
        assertThat(Classifier.classify(facts, Facts.RULES).disposition().state())
                .isEqualTo(OperationState.UNKNOWN_OUTCOME);
        for (ReplaySetting replay : ReplaySetting.values()) {
            RetryDecision decision = Decisions.decide(facts, RetrySettings.forAttached(), replay);
            if (replay == ReplaySetting.AFTER_ANYTHING) {
                assertThat(decision).isInstanceOf(RetryDecision.Retry.class);
            } else {
                assertThat(decision)
                        .isInstanceOfSatisfying(
                                RetryDecision.End.class,
                                end -> assertThat(end.disposition().state()).isEqualTo(OperationState.UNKNOWN_OUTCOME));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Proof.class,
            names = {"REFUSED_STREAM", "GOAWAY"})
    @DisplayName("a peer that has begun to answer has processed the request, whatever it says afterwards")
    void refusalAfterAnAnswerBegan_isNoProof(Proof proof) {
        AttemptFacts facts =
                Facts.failed(FailureKind.valueOf(proof.name()), Facts.evidence(DeliveryStage.RESPONSE_STARTED, proof));

        assertThat(Classifier.classify(facts, Facts.RULES).disposition().state())
                .isEqualTo(OperationState.UNKNOWN_OUTCOME);
    }

    @Test
    @DisplayName("one refusal after an attempt that nobody knows of makes that one no better known")
    void refusalAfterAnUnknownAttempt_endsUnknown() throws InterruptedException {
        VirtualTime clock = new VirtualTime();
        AttemptFacts reset = Facts.failed(FailureKind.RESET, Facts.sent());
        AttemptFacts refused = Facts.failed(
                FailureKind.REFUSED_STREAM, Facts.evidence(DeliveryStage.REQUEST_COMPLETE, Proof.REFUSED_STREAM));

        Trace trace = new SimulatedCall(
                        RetrySettings.forAttached().withMaxAttempts(2),
                        ReplaySetting.AFTER_ANYTHING,
                        budget(clock),
                        clock,
                        new FixedRandom(0.5))
                .run(attempt -> new Reply(attempt == 1 ? reset : refused, Duration.ofMillis(5)));

        assertThat(trace.disposition()).isEqualTo(Disposition.unknown(EndReason.ATTEMPTS));
    }

    private static Trace run(RetrySettings settings, Reply reply) throws InterruptedException {
        VirtualTime clock = new VirtualTime();
        return new SimulatedCall(settings, ReplaySetting.AFTER_REJECTION, budget(clock), clock, new FixedRandom(0.5))
                .run(attempt -> reply);
    }

    private static RetryBudget budget(VirtualTime clock) {
        return new TokenBucket(
                "test", RetryBudgetSettings.defaults(), clock.time().ticker());
    }
}
