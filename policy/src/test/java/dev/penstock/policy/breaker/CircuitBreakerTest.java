package dev.penstock.policy.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.breaker.CircuitBreaker.Status;
import dev.penstock.policy.classify.BreakerEffect;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Facts;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R-BREAKER-1 the circuit breaker")
class CircuitBreakerTest {

    private final VirtualTime clock = new VirtualTime(Long.MAX_VALUE - 1_000);
    private final CircuitBreaker breaker = breaker(0.5);

    @Test
    void closed_passesAndCounts() {
        assertThat(breaker.status()).isEqualTo(Status.CLOSED);
        assertThat(pass().isProbe()).isFalse();
    }

    @Test
    void open_refusesAndSaysWhenToComeBack() {
        trip();
        clock.advance(Duration.ofSeconds(2));

        assertThat(breaker.status()).isEqualTo(Status.OPEN);
        assertThat(breaker.enter())
                .isEqualTo(new BreakerAnswer.Refused(
                        "deepseek/chat", Duration.ofSeconds(3).toNanos()));
    }

    @ParameterizedTest
    @CsvSource({"0, 2500", "0.5, 5000", "0.75, 6250"})
    void open_lasts5SecondsPlusOrMinusHalf(double chance, long millis) {
        CircuitBreaker jittered = breaker(chance);
        trip(jittered);

        assertThat(jittered.enter())
                .isEqualTo(new BreakerAnswer.Refused(
                        "deepseek/chat", Duration.ofMillis(millis).toNanos()));
    }

    @Test
    void open_afterItsTime_letsOneProbePass() {
        trip();
        clock.advance(Duration.ofSeconds(5));

        BreakerPass probe = pass();

        assertThat(probe.isProbe()).isTrue();
        assertThat(breaker.status()).isEqualTo(Status.HALF_OPEN);
        assertThat(breaker.enter())
                .as("while it is under way, come back after the shortest time open")
                .isEqualTo(new BreakerAnswer.Refused(
                        "deepseek/chat", Duration.ofSeconds(5).toNanos()));
    }

    @Test
    void halfOpen_twoSuccessesInARow_close() {
        trip();
        clock.advance(Duration.ofSeconds(5));
        pass().settle(BreakerEffect.SUCCESS);
        assertThat(breaker.status()).isEqualTo(Status.HALF_OPEN);

        pass().settle(BreakerEffect.SUCCESS);

        assertThat(breaker.status()).isEqualTo(Status.CLOSED);
        pass().settle(BreakerEffect.FAILURE);
        pass().settle(BreakerEffect.FAILURE);
        assertThat(breaker.status()).as("it starts with an empty window").isEqualTo(Status.CLOSED);
    }

    @Test
    void halfOpen_failure_opensForTwiceAsLongUpToTheCap() {
        trip();
        for (long seconds : new long[] {5, 10, 20, 40, 60, 60}) {
            assertThat(breaker.enter())
                    .isEqualTo(new BreakerAnswer.Refused(
                            "deepseek/chat", Duration.ofSeconds(seconds).toNanos()));
            clock.advance(Duration.ofSeconds(seconds));
            pass().settle(BreakerEffect.FAILURE);
        }
    }

    @Test
    void halfOpen_afterItHasClosed_theTimeOpenStartsAnew() {
        trip();
        clock.advance(Duration.ofSeconds(5));
        pass().settle(BreakerEffect.FAILURE);
        clock.advance(Duration.ofSeconds(10));
        pass().settle(BreakerEffect.SUCCESS);
        pass().settle(BreakerEffect.SUCCESS);
        trip();

        assertThat(breaker.enter())
                .isEqualTo(new BreakerAnswer.Refused(
                        "deepseek/chat", Duration.ofSeconds(5).toNanos()));
    }

    @Test
    void probe_thatSaysNothingOrWasNotLaunched_isGivenBack() {
        trip();
        clock.advance(Duration.ofSeconds(5));
        pass().settle(BreakerEffect.SUCCESS);
        pass().settle(BreakerEffect.NEUTRAL);
        pass().close();

        assertThat(breaker.status()).isEqualTo(Status.HALF_OPEN);
        pass().settle(BreakerEffect.SUCCESS);
        assertThat(breaker.status()).as("the first success still counts").isEqualTo(Status.CLOSED);
    }

    @Test
    void probe_settledTwice_countsOnce() {
        trip();
        clock.advance(Duration.ofSeconds(5));
        BreakerPass probe = pass();
        probe.settle(BreakerEffect.SUCCESS);
        probe.settle(BreakerEffect.SUCCESS);
        probe.settle(BreakerEffect.FAILURE);
        probe.close();

        assertThat(breaker.status()).isEqualTo(Status.HALF_OPEN);
    }

    @Test
    void probe_thatLastsTooLong_keepsNobodyOutAndNoLongerCounts() {
        trip();
        clock.advance(Duration.ofSeconds(5));
        BreakerPass slow = pass();
        clock.advance(Duration.ofMinutes(1).minusNanos(1));
        assertThat(breaker.enter()).isEqualTo(new BreakerAnswer.Refused("deepseek/chat", 1));
        clock.advance(Duration.ofNanos(1));

        BreakerPass next = pass();
        slow.settle(BreakerEffect.FAILURE);

        assertThat(breaker.status()).isEqualTo(Status.HALF_OPEN);
        next.settle(BreakerEffect.SUCCESS);
        pass().settle(BreakerEffect.SUCCESS);
        assertThat(breaker.status()).isEqualTo(Status.CLOSED);
    }

    @Test
    void callOfAnEarlierState_endingLate_doesNotCount() {
        BreakerPass old = pass();
        trip();
        clock.advance(Duration.ofSeconds(5));
        pass().settle(BreakerEffect.SUCCESS);
        pass().settle(BreakerEffect.SUCCESS);

        for (int i = 0; i < 10; i++) {
            old.settle(BreakerEffect.FAILURE);
        }

        assertThat(breaker.status()).isEqualTo(Status.CLOSED);
    }

    @Test
    @DisplayName("R-BREAKER-1 429s, cancels and our own deadlines never open it")
    void neutralEnds_inAnyNumber_neverOpen() {
        List<AttemptFacts> ends = List.of(
                Facts.status(429),
                Facts.status(402),
                Facts.status(400),
                Facts.aborted(AbortCause.CANCELLED, Facts.sent()),
                Facts.aborted(AbortCause.DEADLINE, Facts.sent()),
                Facts.aborted(AbortCause.CANCELLED, Facts.unsent()));
        for (int i = 0; i < 1_000; i++) {
            for (AttemptFacts facts : ends) {
                pass().settle(Classifier.classify(facts, Facts.RULES).breaker());
            }
        }

        assertThat(breaker.status()).isEqualTo(Status.CLOSED);
    }

    @Test
    @DisplayName("seeded: one probe at a time, and never a call while it is open")
    void anyTraffic_keepsToTheStates() {
        long seed = 6;
        SplittableRandom random = new SplittableRandom(seed);
        CircuitBreaker any =
                new CircuitBreaker("x", BreakerSettings.defaults(), clock.time().ticker(), random.split());
        BreakerPass probe = null;
        int probes = 0;
        for (int step = 0; step < 100_000; step++) {
            clock.advance(Duration.ofMillis(random.nextInt(1_000)));
            Status before = any.status();
            switch (any.enter()) {
                case BreakerAnswer.Refused refused -> {
                    assertThat(before).as("seed %d step %d", seed, step).isNotEqualTo(Status.CLOSED);
                    assertThat(refused.comeBackNanos()).isPositive();
                }
                case BreakerPass pass -> {
                    if (pass.isProbe()) {
                        assertThat(probe).as("seed %d step %d", seed, step).isNull();
                        probe = pass;
                        probes++;
                    } else {
                        pass.settle(effect(random));
                    }
                }
            }
            if (probe != null && random.nextInt(4) == 0) {
                probe.settle(effect(random));
                probe = null;
            }
        }
        assertThat(probes).isGreaterThan(100);
    }

    @Test
    void settings_outOfRange_areRefused() {
        Duration second = Duration.ofSeconds(1);
        OpeningCondition opening = OpeningCondition.defaults();

        assertThatThrownBy(() -> new OpeningCondition(1, second, 1, 50, 3))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OpeningCondition(128, second, 10, 50, 3))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OpeningCondition(100, Duration.ZERO, 10, 50, 3))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OpeningCondition(100, second, 101, 50, 3))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OpeningCondition(100, second, 10, 0, 3))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OpeningCondition(100, second, 10, 50, 16))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BreakerSettings(opening, Duration.ZERO, second, 2, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BreakerSettings(opening, Duration.ofSeconds(2), second, 2, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BreakerSettings(opening, second, second, 0, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BreakerSettings(opening, second, second, 2, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static BreakerEffect effect(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> BreakerEffect.SUCCESS;
            case 1 -> BreakerEffect.NEUTRAL;
            default -> BreakerEffect.FAILURE;
        };
    }

    private CircuitBreaker breaker(double chance) {
        return new CircuitBreaker(
                "deepseek/chat", BreakerSettings.defaults(), clock.time().ticker(), new FixedRandom(chance));
    }

    private BreakerPass pass() {
        return (BreakerPass) breaker.enter();
    }

    private void trip() {
        trip(breaker);
    }

    private static void trip(CircuitBreaker closed) {
        for (int i = 0; i < 3; i++) {
            ((BreakerPass) closed.enter()).settle(BreakerEffect.FAILURE);
        }
    }
}
