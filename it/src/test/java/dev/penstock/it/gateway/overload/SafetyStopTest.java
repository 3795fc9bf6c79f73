package dev.penstock.it.gateway.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.it.gateway.overload.Arrivals.Calling;
import dev.penstock.it.support.Said;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("R-PROOF-6 safety limits stop an overload that does more harm than it was meant to")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SafetyStopTest {

    /** An hour: a load that ends within the test was stopped. */
    private static final OverloadPlan HOUR =
            new OverloadPlan(Duration.ofMillis(200), Duration.ZERO, Duration.ofHours(1), 1);

    private static final SafetyStop.Limits LIMITS = new SafetyStop.Limits(30, 10, 0.6, 20);

    private final CountDownLatch over = new CountDownLatch(1);

    @Test
    void callersThatPileUp_stopTheLoad() {
        SafetyStop safety = new SafetyStop(LIMITS, () -> 0);

        run(safety, (client, chat) -> {
            await(safety);
            return answer();
        });

        assertThatThrownBy(safety::failIfPassed)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("callers wait at once; the limit is 30");
    }

    @Test
    void callsThatFail_stopTheLoad() {
        SafetyStop safety = new SafetyStop(LIMITS, () -> 0);

        run(safety, (client, chat) -> said(503, "upstream_unavailable"));

        assertThatThrownBy(safety::failIfPassed)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("of 20 calls that were let in had no answer; the limit is 0.60");
    }

    @Test
    void providerThatRefuses_stopsTheLoad() {
        SafetyStop safety = new SafetyStop(LIMITS, () -> 11);

        run(safety, (client, chat) -> answer());

        assertThatThrownBy(safety::failIfPassed)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the provider refused 11 requests; the limit is 10");
    }

    @Test
    @DisplayName("what the load is meant to do stops nothing: refusals at the door, and failures within the limit")
    void expectedHarm_stopsNothing() {
        OverloadPlan plan = new OverloadPlan(Duration.ofMillis(200), Duration.ZERO, Duration.ofMillis(500), 1);
        SafetyStop safety = new SafetyStop(LIMITS, () -> 10);
        AtomicBoolean odd = new AtomicBoolean();

        int calls = new Arrivals(
                        (client, chat) -> switch (client.tenant()) {
                            case "heavy" -> said(429, "admission_rejected");
                            case "batch" -> odd.getAndSet(!odd.get()) ? answer() : said(504, "deadline_exceeded");
                            default -> answer();
                        },
                        safety)
                .run(plan)
                .size();

        assertThat(calls).isPositive();
        assertThatCode(safety::failIfPassed).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("as many callers as arrive within a deadline may wait, and a quarter more")
    void limits_followThePlan() {
        OverloadPlan plan = new OverloadPlan(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMinutes(1), 4);

        assertThat(SafetyStop.Limits.of(plan).waiting()).isBetween(395, 405);
    }

    private static void run(SafetyStop safety, Calling calling) {
        new Arrivals(calling, safety).run(HOUR);
    }

    private void await(SafetyStop safety) {
        try {
            while (!safety.isPassed()) {
                boolean ignored = over.await(1, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Said answer() {
        return new Said(200, Map.of(), "{}", true);
    }

    private static Said said(int status, String code) {
        return new Said(status, Map.of(), "{\"error\":{\"code\":\"" + code + "\"}}", true);
    }
}
