package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.Next;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationRecord.AttemptCounts;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StateMachine;
import dev.penstock.store.StateMachine.Authority;
import dev.penstock.store.StoredBody;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What comes in about an attempt after its generation was fenced or given up: evidence, never an overwrite. */
public abstract class LateEvidenceContract extends LedgerContract {

    /** For subclasses. */
    protected LateEvidenceContract() {}

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-2 late evidence moves an unknown outcome as the state machine lists, and nothing else")
    void lateEvidence_aboutTheLastAttempt_movesUnknownOutcome(OperationState to) {
        if (to.isSettled() || to == OperationState.RETRY_SCHEDULED) {
            OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.background("k"));
            Next next = to == OperationState.RETRY_SCHEDULED ? Samples.retry() : Samples.settled(to, EndReason.ERROR);

            OperationRecord after = committed(late(unknown.ref(), 1, next));

            boolean moves = StateMachine.allows(unknown.state(), to, Authority.LATE_EVIDENCE);
            assertThat(after.state()).isEqualTo(moves ? to : OperationState.UNKNOWN_OUTCOME);
            assertThat(history(unknown.ref()).evidence())
                    .containsExactly(new OperationHistory.Evidence(
                            1, Samples.outcome(AttemptCategory.FINAL), clock.millis(), moves));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationState.class,
            names = {"UNKNOWN_OUTCOME"},
            mode = EnumSource.Mode.EXCLUDE)
    void lateEvidence_inAnyOtherState_changesNothing(OperationState state) {
        OperationRecord record = journey().to(state, Samples.background("k"));

        committed(late(record.ref(), 1, Samples.succeeded()));

        assertThat(now(record.ref())).isEqualTo(record);
        assertThat(history(record.ref()).evidence())
                .extracting(OperationHistory.Evidence::applied)
                .containsExactly(false);
    }

    @Test
    @DisplayName("late evidence that counts replaces what was assumed about its attempt")
    void lateEvidence_applied_countsAnew() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));

        OperationRecord done = committed(late(unknown.ref(), 1, Samples.succeeded()));

        assertThat(done.attempts()).isEqualTo(new AttemptCounts(1, 1, 1, 0, 1));
        assertThat(done.usage()).isEqualTo(Samples.usage("0.00001234"));
        assertThat(body(done.ref(), StoredBody.Kind.RESULT)).isEqualTo("late");
        assertThat(now(done.ref())).isEqualTo(done);
    }

    @Test
    void lateEvidence_aboutAnEarlierAttempt_changesNothing() {
        OperationRecord retry = journey().ambiguousRetry(Samples.background("k"));
        OperationRecord again = committed(intend(retry));
        OperationRecord unknown = committed(settle(
                again,
                AttemptCategory.AMBIGUOUS,
                Samples.settled(OperationState.UNKNOWN_OUTCOME, EndReason.NO_ANSWER)));

        committed(late(unknown.ref(), 1, Samples.succeeded()));

        assertThat(now(unknown.ref())).isEqualTo(unknown);
        assertThat(body(unknown.ref(), StoredBody.Kind.RESULT)).isEmpty();
    }

    @Test
    @DisplayName("R-OP-10 a decision stands: late evidence does not overrule it")
    void lateEvidence_afterADecision_changesNothing() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));
        committed(new OperationWrite.Decide(
                nextId(),
                unknown.version(),
                new Decision("op", "need it", new Decision.Kind.Rerun(true, Duration.ofMinutes(1)))));

        OperationRecord after = committed(late(unknown.ref(), 1, Samples.succeeded()));

        assertThat(after.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(history(unknown.ref()).evidence()).hasSize(1);
    }

    @Test
    @DisplayName("a decision before the attempt does not keep evidence about it from counting")
    void lateEvidence_afterAnEarlierDecision_counts() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));
        OperationRecord received = committed(new OperationWrite.Decide(
                nextId(),
                unknown.version(),
                new Decision("op", "vouch", new Decision.Kind.NotSent(Duration.ofMinutes(1)))));
        OperationRecord again = committed(settle(
                committed(intend(received)),
                AttemptCategory.AMBIGUOUS,
                Samples.settled(OperationState.UNKNOWN_OUTCOME, EndReason.NO_ANSWER)));

        assertThat(committed(late(again.ref(), 2, Samples.succeeded())).state()).isEqualTo(OperationState.SUCCEEDED);
    }

    @Test
    @DisplayName("a retry by late evidence would hand an ambiguous attempt to somebody who did not see it")
    void lateEvidence_retryWithAnEarlierAmbiguousAttempt_changesNothing() {
        OperationRecord retry = journey().ambiguousRetry(Samples.background("k"));
        OperationRecord unknown = committed(settle(
                committed(intend(retry)),
                AttemptCategory.AMBIGUOUS,
                Samples.settled(OperationState.UNKNOWN_OUTCOME, EndReason.NO_ANSWER)));

        assertThat(committed(late(unknown.ref(), 2, Samples.retry())).state())
                .isEqualTo(OperationState.UNKNOWN_OUTCOME);
    }

    @Test
    @DisplayName("a fenced attempt of which nobody knows is not tried again: who saw it has let go")
    void settle_fencedRetryOfAnAmbiguousAttempt_staysUnknown() {
        OperationRecord sent = reserve(Samples.attached("k"));
        clock.move(Duration.ofMinutes(1));
        ledger().workers().recover();

        fenced(settle(sent, AttemptCategory.AMBIGUOUS, Samples.retry()));

        assertThat(now(sent.ref()).state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(history(sent.ref()).evidence())
                .extracting(OperationHistory.Evidence::applied)
                .containsExactly(false);
    }

    @Test
    @DisplayName("R-OP-5 a fenced result becomes evidence, and moves the unknown outcome that took its place")
    void settle_fencedByRecovery_countsAsLateEvidence() {
        OperationRecord sent = reserve(Samples.attached("k"));
        clock.move(Duration.ofMinutes(1));
        ledger().workers().recover();
        assertThat(now(sent.ref()).state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);

        OperationRecord after =
                java.util.Objects.requireNonNull(fenced(answer(sent, "late")).record());

        assertThat(after.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(body(sent.ref(), StoredBody.Kind.RESULT)).isEqualTo("late");
        assertThat(history(sent.ref()).evidence())
                .extracting(OperationHistory.Evidence::applied)
                .containsExactly(true);
    }

    @Test
    @DisplayName("R-OP-5 a fenced result never overwrites what somebody else committed")
    void settle_fencedByADecision_staysEvidence() {
        OperationRecord sent = reserve(Samples.attached("k"));
        clock.move(Duration.ofMinutes(1));
        ledger().workers().recover();
        OperationRecord decided = committed(new OperationWrite.Decide(
                nextId(),
                now(sent.ref()).version(),
                new Decision("op", "file", new Decision.Kind.Succeeded(Samples.result("decided")))));

        fenced(answer(sent, "late"));

        assertThat(now(sent.ref())).isEqualTo(decided);
        assertThat(body(sent.ref(), StoredBody.Kind.RESULT)).isEqualTo("decided");
        assertThat(history(sent.ref()).evidence())
                .extracting(OperationHistory.Evidence::applied)
                .containsExactly(false);
    }

    private OperationWrite late(GenerationRef ref, int attempt, Next next) {
        return new OperationWrite.LateEvidence(
                nextId(), ref, attempt, Samples.outcome(AttemptCategory.FINAL), next, List.of(Samples.result("late")));
    }
}
