package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.Priority;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("B071 Stream never consumed, consumer stuck, or client not reading")
class ReportB071Test {

    private static final int LIMIT = 4;

    /** Longer than the provider stays charged for an attempt that we broke off, as a slow machine does with each. */
    private static final CallSettings PATIENT =
            CallSettings.attached().withPriority(Priority.BACKGROUND).withDeadline(Duration.ofMinutes(5));

    /** What a reader may do wrong. */
    enum Fault {
        THROWS,
        LEAVES,
        PARKS;

        LiveOutput output() {
            CountDownLatch never = new CountDownLatch(1);
            return event -> switch (this) {
                case THROWS -> throw new IllegalStateException("the handler is broken");
                case LEAVES -> false;
                case PARKS -> {
                    never.await();
                    yield true;
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R-ADMIT-9 more broken readers than permits, one after another: every permit comes back")
    void brokenReaders_takeNoPermitAlong(Fault fault) throws Exception {
        CallSettings settings = CallSettings.attached().withDeadline(Duration.ofMillis(500));
        try (Bench bench = new Bench(
                FaultScript.NONE,
                config -> config.withPolicy(PolicySettings.defaults().withMaxActive(LIMIT)))) {
            for (int i = 0; i < 2 * LIMIT; i++) {
                bench.penstock()
                        .call(ChatCall.of(Streams.BODY)
                                .withSettings(settings)
                                .withDelivery(Delivery.live(fault.output())));
            }

            assertThat(bench.penstock().awaitIdle(Duration.ofSeconds(30))).isTrue();
            assertThat(bench.penstock().snapshot().permits().values())
                    .allSatisfy(permits -> assertThat(permits.active()).isZero());
            assertThat(bench.penstock().call(Bench.call().withSettings(PATIENT)))
                    .isInstanceOf(Result.Answered.class);
        }
    }
}
