package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.simulator.script.FaultScript;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B051 the replay with another credential is a request like any other")
class ReportB051Test {

    private static final FaultScript FIRST_KEY_REFUSED = FaultScript.builder()
            .rule("refused", when -> when.account("first"), then -> then.status(401))
            .build();

    @Test
    void oneAttempt_noReplayWithTheOtherKey() throws Exception {
        try (TwoProviders bench = new TwoProviders(FIRST_KEY_REFUSED, FaultScript.NONE, TwoProviders::withSpareKey)) {
            Result result = bench.penstock()
                    .call(Bench.call().withSettings(CallSettings.attached().withMaxAttempts(1)));

            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.limit()).isEqualTo(EndReason.STOPPED));
            assertThat(bench.sends()).containsExactly(1L, 0L);
        }
    }

    @Test
    void twoAttempts_theReplayIsTheSecond() throws Exception {
        try (TwoProviders bench = new TwoProviders(FIRST_KEY_REFUSED, FaultScript.NONE, TwoProviders::withSpareKey)) {
            Result result = bench.penstock()
                    .call(Bench.call().withSettings(CallSettings.attached().withMaxAttempts(2)));

            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered ->
                                    assertThat(answered.operation().attempts()).isEqualTo(2));
            assertThat(bench.sends()).containsExactly(2L, 0L);
        }
    }
}
