package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StateMachine;
import dev.penstock.store.StateMachine.Authority;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WriteResult.Why;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people decide about how a generation ended (R-OP-10, design 8 "Decisions"). */
public abstract class DecisionContract extends LedgerContract {

    /** For subclasses. */
    protected DecisionContract() {}

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-2 succeeded: from unknown_outcome and dead_letter, with an answer")
    void succeeded_fromEachState_asTheStateMachineSays(OperationState from) {
        OperationRecord record = journey().to(from, Samples.attached("k"));
        OperationWrite decide = decide(record, new Decision.Kind.Succeeded(Samples.result("from a file")));

        if (StateMachine.allows(from, OperationState.SUCCEEDED, Authority.DECISION)) {
            OperationRecord done = committed(decide);

            assertThat(done.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(done.reason()).isEqualTo(EndReason.DECISION);
            assertThat(done.epoch()).isEqualTo(record.epoch());
            assertThat(body(done.ref(), StoredBody.Kind.RESULT)).isEqualTo("from a file");
        } else {
            refused(decide, Why.NOT_POSSIBLE);
            assertThat(now(record.ref())).isEqualTo(record);
        }
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-2 failed: from unknown_outcome and dead_letter")
    void failed_fromEachState_asTheStateMachineSays(OperationState from) {
        OperationRecord record = journey().to(from, Samples.attached("k"));
        OperationWrite decide = decide(record, new Decision.Kind.Failed());

        if (StateMachine.allows(from, OperationState.FAILED_PERMANENT, Authority.DECISION)) {
            assertThat(committed(decide).state()).isEqualTo(OperationState.FAILED_PERMANENT);
        } else {
            refused(decide, Why.NOT_POSSIBLE);
            assertThat(now(record.ref())).isEqualTo(record);
        }
    }

    @Test
    @DisplayName("R-OP-10 a decision is kept with who, what, why and when")
    void decide_committed_isInTheHistory() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));
        clock.move(Duration.ofHours(3));

        committed(decide(unknown, new Decision.Kind.Failed()));

        assertThat(history(unknown.ref()).decisions())
                .containsExactly(new OperationHistory.Decided("op on call", "failed", "because", clock.millis()));
    }

    @Test
    void decide_refused_leavesNothingBehind() {
        OperationRecord sent = reserve(Samples.attached("k"));

        refused(decide(sent, new Decision.Kind.Failed()), Why.NOT_POSSIBLE);

        assertThat(history(sent.ref()).decisions()).isEmpty();
    }

    @Test
    @DisplayName("a decision on what is no longer there is fenced")
    void decide_movedOn_isFenced() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));
        committed(decide(unknown, new Decision.Kind.Failed()));

        assertThat(fenced(decide(unknown, new Decision.Kind.Succeeded(Samples.result("x"))))
                        .record())
                .extracting(OperationRecord::state)
                .isEqualTo(OperationState.FAILED_PERMANENT);
    }

    @Test
    void succeeded_noAnswerAnywhere_isRefused() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));

        refused(decide(unknown, new Decision.Kind.Succeeded(null)), Why.NO_RESULT);
    }

    @Test
    @DisplayName("a quarantined answer may be taken as it is")
    void succeeded_quarantined_takesThatAnswer() {
        OperationRecord sent = reserve(Samples.attached("k"));
        OperationRecord dead = committed(new OperationWrite.Settle(
                nextId(),
                sent.version(),
                Samples.outcome(AttemptCategory.FINAL),
                Samples.settled(OperationState.DEAD_LETTER, EndReason.QUARANTINED),
                List.of(Samples.result("quarantined"))));

        committed(decide(dead, new Decision.Kind.Succeeded(null)));

        assertThat(body(dead.ref(), StoredBody.Kind.RESULT)).isEqualTo("quarantined");
    }

    @Test
    @DisplayName("an answer that came as late evidence is not served until somebody decides to take it")
    void succeeded_lateEvidence_takesThatAnswer() {
        OperationRecord sent = reserve(Samples.attached("k"));
        OperationRecord dead = committed(settle(
                sent, AttemptCategory.TRANSIENT, Samples.settled(OperationState.DEAD_LETTER, EndReason.ATTEMPTS)));
        committed(new OperationWrite.LateEvidence(
                nextId(),
                dead.ref(),
                1,
                Samples.outcome(AttemptCategory.FINAL),
                Samples.succeeded(),
                List.of(Samples.result("late"))));
        assertThat(body(dead.ref(), StoredBody.Kind.RESULT)).isEmpty();

        committed(decide(dead, new Decision.Kind.Succeeded(null)));

        assertThat(body(dead.ref(), StoredBody.Kind.RESULT)).isEqualTo("late");
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-2 not_sent: from unknown_outcome alone, back to received with a new deadline")
    void notSent_fromEachState_onlyFromUnknownOutcome(OperationState from) {
        OperationRecord record = journey().to(from, Samples.background("k"));
        OperationWrite decide = decide(record, new Decision.Kind.NotSent(Duration.ofMinutes(7)));

        if (from == OperationState.UNKNOWN_OUTCOME) {
            clock.move(Duration.ofDays(1));
            OperationRecord received = committed(decide);

            assertThat(received.state()).isEqualTo(OperationState.RECEIVED);
            assertThat(received.epoch()).isEqualTo(record.epoch() + 1);
            assertThat(received.times().deadlineAt())
                    .isEqualTo(clock.millis() + Duration.ofMinutes(7).toMillis());
            assertThat(received.times().resultCommittedAt()).isEmpty();
            assertThat(received.attempts().ambiguous()).isZero();
            assertThat(received.attempts().notReopenable()).isZero();
            assertThat(received.attempts().sent()).isZero();
            assertThat(committed(intend(received)).attempts().started()).isEqualTo(2);
        } else {
            refused(decide, Why.NOT_POSSIBLE);
            assertThat(now(record.ref())).isEqualTo(record);
        }
    }

    @Test
    @DisplayName("what was vouched for may end and be reopened like anything that was never sent")
    void notSent_thenDeadline_isReopenable() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.background("k"));
        OperationRecord received = committed(decide(unknown, new Decision.Kind.NotSent(Duration.ofMinutes(1))));
        OperationRecord dead = committed(
                new OperationWrite.End(nextId(), received.version(), OperationState.DEAD_LETTER, EndReason.DEADLINE));

        assertThat(committed(decide(dead, new Decision.Kind.Reopen(Duration.ofMinutes(1))))
                        .state())
                .isEqualTo(OperationState.RECEIVED);
    }

    private OperationWrite decide(OperationRecord record, Decision.Kind kind) {
        return new OperationWrite.Decide(nextId(), record.version(), new Decision("op on call", "because", kind));
    }
}
