package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Transient.Why;
import dev.penstock.policy.classify.CapacityEffect;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R-ADMIT-6 R-CLASS-8 a 429 that names its reason chooses between pacing and concurrency")
class CapacityEffectTest {

    private static final PermitRequest REQUEST = PermitRequest.original("t", Priority.INTERACTIVE);

    @ParameterizedTest
    @CsvSource({
        "RATE_CONCURRENCY, TOO_MANY_AT_ONCE",
        "RATE_UNKNOWN, TOO_MANY_AT_ONCE",
        "RATE_RPM, TOO_MANY_REQUESTS",
        "RATE_TPM, TOO_MANY_TOKENS",
        "SERVER, NEUTRAL",
        "OVERLOAD, NEUTRAL",
        "ALLOWLISTED, NEUTRAL"
    })
    void of_transient(Why why, CapacityEffect effect) {
        assertThat(CapacityEffect.of(new Verdict.Transient(why))).isEqualTo(effect);
    }

    @Test
    void of_others() {
        assertThat(CapacityEffect.of(new Verdict.Completed(Verdict.Completed.How.LIMITED, true)))
                .isEqualTo(CapacityEffect.SERVED);
        assertThat(CapacityEffect.of(new Verdict.NotSent(Verdict.NotSent.Cause.DNS)))
                .isEqualTo(CapacityEffect.UNUSED);
        assertThat(CapacityEffect.of(new Verdict.Ambiguous(Verdict.Ambiguous.Why.STALLED)))
                .isEqualTo(CapacityEffect.NEUTRAL);
        assertThat(CapacityEffect.of(new Verdict.Stop(Verdict.Stop.What.CREDENTIAL)))
                .isEqualTo(CapacityEffect.NEUTRAL);
    }

    @Test
    void release_tooManyAtOnce_lowersTheLimitAndLeavesPacing() {
        Bench bench = paced(new PacerSettings(600, 0));
        end(bench, CapacityEffect.TOO_MANY_AT_ONCE);
        assertThat(bench.state.snapshot().limit()).isEqualTo(7);
        assertThat(gap(bench)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void release_tooManyRequests_lowersPacingAndLeavesTheLimit() {
        Bench bench = paced(new PacerSettings(600, 0));
        end(bench, CapacityEffect.TOO_MANY_REQUESTS);
        assertThat(bench.state.snapshot().limit()).isEqualTo(10);
        assertThat(gap(bench)).isGreaterThan(Duration.ofMillis(142));
    }

    @Test
    void release_tooManyTokensWhereTokensAreNotPaced_lowersTheLimit() {
        Bench bench = paced(new PacerSettings(600, 0));
        end(bench, CapacityEffect.TOO_MANY_TOKENS);
        assertThat(bench.state.snapshot().limit()).isEqualTo(7);
    }

    private static Bench paced(PacerSettings pacing) {
        return new Bench(LimiterSettings.defaults(Limit.adaptive(10)).withPacing(pacing));
    }

    private static void end(Bench bench, CapacityEffect effect) {
        Bench.permitOf(bench.arrive(REQUEST)).release(effect);
        bench.pass(Duration.ofSeconds(1));
    }

    /** How long the request after the next one has to wait for its turn. */
    private static Duration gap(Bench bench) {
        Bench.permitOf(bench.arrive(REQUEST));
        assertThat(bench.arrive(REQUEST).decision()).isNull();
        return Duration.ofNanos(bench.state.nextStep(bench.now()));
    }
}
