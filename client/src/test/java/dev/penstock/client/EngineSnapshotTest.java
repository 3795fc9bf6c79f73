package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.breaker.CircuitBreaker;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OBS-1 what an engine looks like")
class EngineSnapshotTest {

    @Test
    @DisplayName("B074 models that callers invent share one set of limits once they are many")
    void inventedModels_doNotFillTheMemory() throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE)) {
            for (int i = 0; i < 1_100; i++) {
                bench.penstock().call(ChatCall.of(Bench.BODY.replace("deepseek-v4-flash", "invented-" + i)));
            }
            bench.penstock().call(Bench.call());

            assertThat(bench.penstock().snapshot().circuits())
                    .hasSizeLessThanOrEqualTo(1_002)
                    .extracting(EngineSnapshot.Circuit::model)
                    .contains("invented-1", "(other models)", "deepseek-v4-flash");
            assertThat(bench.penstock().snapshot().permits()).hasSizeLessThanOrEqualTo(1_002);
        }
    }

    @Test
    void busyEngine_activeWaitingAndRetained() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(30)))
                .build();
        try (Bench bench = new Bench(
                        slow,
                        config -> config.withPolicy(PolicySettings.defaults().withMaxActive(1)));
                PendingCall one = bench.penstock().start(Bench.call());
                PendingCall other = bench.penstock().start(Bench.call())) {
            EngineSnapshot seen = bench.penstock().snapshot();
            while (seen.permits().values().stream()
                    .noneMatch(permits -> permits.active() == 1 && permits.interactiveOriginals() == 1)) {
                one.await(Duration.ofMillis(10));
                seen = bench.penstock().snapshot();
            }

            assertThat(seen.retained()).isEqualTo(2);
            assertThat(seen.retainedBytes()).isEqualTo(2L * Bench.BODY.length());
            assertThat(seen.circuits())
                    .containsExactly(
                            new EngineSnapshot.Circuit("simulator", "deepseek-v4-flash", CircuitBreaker.Status.CLOSED));
            assertThat(seen.pauses()).isEmpty();
            one.cancel();
            other.cancel();
        }
    }
}
