package dev.penstock.policy.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-REPLAY-1 the table of replay settings")
class ReplaySettingTest {

    @ParameterizedTest
    @CsvSource({
        "NEVER, false, false, false, false, false",
        "AFTER_REJECTION, true, true, true, false, false",
        "AFTER_INTERRUPTION, true, true, true, true, false",
        "AFTER_ANYTHING, true, true, true, true, true"
    })
    void allowsAfter_everyCell(
            ReplaySetting setting,
            boolean notSent,
            boolean stop,
            boolean rejection,
            boolean interrupted,
            boolean ambiguous) {
        assertThat(setting.allowsAfter(new Verdict.NotSent(Verdict.NotSent.Cause.DNS)))
                .isEqualTo(notSent);
        assertThat(setting.allowsAfter(new Verdict.Stop(Verdict.Stop.What.BALANCE)))
                .isEqualTo(stop);
        assertThat(setting.allowsAfter(new Verdict.Transient(Verdict.Transient.Why.SERVER)))
                .isEqualTo(rejection);
        assertThat(setting.allowsAfter(new Verdict.Interrupted(Verdict.Interrupted.By.PROVIDER)))
                .isEqualTo(interrupted);
        assertThat(setting.allowsAfter(new Verdict.Interrupted(Verdict.Interrupted.By.ERROR)))
                .isEqualTo(ambiguous);
        assertThat(setting.allowsAfter(new Verdict.Ambiguous(Verdict.Ambiguous.Why.STALLED)))
                .isEqualTo(ambiguous);
        assertThat(setting.allowsAfter(new Verdict.Completed(Verdict.Completed.How.LIMITED, false)))
                .isFalse();
        assertThat(setting.allowsAfter(new Verdict.Unusable(Verdict.Unusable.Why.SCHEMA)))
                .isFalse();
        assertThat(setting.allowsAfter(new Verdict.Rejected(400))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ReplaySetting.class)
    void allowsAfter_ourOwnCancelDeadlineOrFailure_neverUnderAnySetting(ReplaySetting setting) {
        assertThat(setting.allowsAfter(new Verdict.NotSent(Verdict.NotSent.Cause.CANCELLED)))
                .isFalse();
        assertThat(setting.allowsAfter(new Verdict.NotSent(Verdict.NotSent.Cause.DEADLINE)))
                .isFalse();
        assertThat(setting.allowsAfter(new Verdict.Ambiguous(Verdict.Ambiguous.Why.CANCELLED)))
                .isFalse();
        assertThat(setting.allowsAfter(new Verdict.Ambiguous(Verdict.Ambiguous.Why.DEADLINE)))
                .isFalse();
        assertThat(setting.allowsAfter(new Verdict.Ambiguous(Verdict.Ambiguous.Why.INTERNAL_ERROR)))
                .isFalse();
    }
}
