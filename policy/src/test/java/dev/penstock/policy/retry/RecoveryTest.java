package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.retry.Recovery.Loss;
import dev.penstock.policy.retry.Recovery.Step;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-OP-6 what an open operation becomes when its worker is lost")
class RecoveryTest {

    private static final Step ABANDONED = new Step.Settle(Disposition.deadLetter(EndReason.ABANDONED));

    @ParameterizedTest
    @EnumSource(Loss.class)
    void step_dispatching_isUnknownWhateverItWas(Loss loss) {
        Step unknown =
                new Step.Settle(Disposition.unknown(loss == Loss.CRASHED ? EndReason.CRASHED : EndReason.LEASE_LOST));

        for (boolean background : new boolean[] {false, true}) {
            for (boolean ambiguous : new boolean[] {false, true}) {
                assertThat(Recovery.step(OperationState.DISPATCHING, background, ambiguous, loss))
                        .isEqualTo(unknown);
            }
        }
    }

    @Test
    void step_backgroundWithNothingUnderWay_goesOnInAnyProcess() {
        assertThat(step(OperationState.CLAIMED, true)).isEqualTo(new Step.Requeue());
        assertThat(step(OperationState.RECEIVED, true)).isEqualTo(new Step.Leave());
        assertThat(step(OperationState.RETRY_SCHEDULED, true)).isEqualTo(new Step.Leave());
    }

    @Test
    void step_attachedWithNothingUnderWay_isAbandoned() {
        assertThat(step(OperationState.CLAIMED, false)).isEqualTo(ABANDONED);
        assertThat(step(OperationState.RECEIVED, false)).isEqualTo(ABANDONED);
        assertThat(step(OperationState.RETRY_SCHEDULED, false)).isEqualTo(ABANDONED);
        assertThat(Reopening.isReopenable(EndReason.ABANDONED)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationState.class,
            names = {"CLAIMED", "RECEIVED", "RETRY_SCHEDULED"})
    void step_anAttemptBeforeWasAmbiguous_isUnknown(OperationState found) {
        assertThat(Recovery.step(found, true, true, Loss.CRASHED))
                .isEqualTo(new Step.Settle(Disposition.unknown(EndReason.CRASHED)));
        assertThat(Recovery.step(found, false, true, Loss.LEASE_LOST))
                .isEqualTo(new Step.Settle(Disposition.unknown(EndReason.LEASE_LOST)));
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    void step_settled_staysAsItIs(OperationState found) {
        if (found.isSettled()) {
            assertThat(Recovery.step(found, true, true, Loss.CRASHED)).isEqualTo(new Step.Leave());
        }
    }

    private static Step step(OperationState found, boolean background) {
        return Recovery.step(found, background, /* ambiguousBefore= */ false, Loss.CRASHED);
    }
}
