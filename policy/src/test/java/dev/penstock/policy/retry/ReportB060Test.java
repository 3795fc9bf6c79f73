package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.testkit.FixedRandom;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B060 R-BACKOFF-1 no retry index makes a backoff overflow")
class ReportB060Test {

    @Test
    void draw_anyIndexBaseAndCap_staysBetweenZeroAndANeverFallingCeiling() {
        long seed = 60;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            long base = 1 + random.nextLong(Long.MAX_VALUE >>> random.nextInt(63));
            Duration cap = Duration.ofMillis(base).plusMillis(random.nextLong(Long.MAX_VALUE));
            Backoff backoff = new Backoff(Duration.ofNanos(base), cap);
            long ceiling = 0;
            for (int index = 0; index <= 100; index++) {
                assertThat(backoff.ceilingNanos(index))
                        .as("seed %d round %d", seed, round)
                        .isGreaterThanOrEqualTo(ceiling);
                ceiling = backoff.ceilingNanos(index);
                assertThat(ceiling).isPositive().isLessThanOrEqualTo(Deadline.saturatedNanos(cap));
                assertThat(backoff.drawNanos(index, random)).isBetween(0L, ceiling);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 31, 32, 62, 63, 64, 100, Integer.MAX_VALUE})
    void ceiling_farBeyondTheCap_isTheCap(int index) {
        Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(20));

        assertThat(backoff.ceilingNanos(index)).isEqualTo(Duration.ofSeconds(20).toNanos());
    }

    @Test
    void ceiling_capOfAllMilliseconds_saturates() {
        Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofMillis(Long.MAX_VALUE));

        assertThat(backoff.ceilingNanos(Integer.MAX_VALUE)).isEqualTo(Deadline.LONGEST.toNanos());
        assertThat(backoff.drawNanos(Integer.MAX_VALUE, new FixedRandom(Math.nextDown(1.0))))
                .isBetween(0L, Deadline.LONGEST.toNanos());
    }

    @Test
    void ceiling_doublesFromTheBase() {
        Backoff backoff = Backoff.forAttached();

        assertThat(List.of(0, 1, 2, 3, 4))
                .extracting(
                        index -> Duration.ofNanos(backoff.ceilingNanos(index)).toMillis())
                .containsExactly(500L, 1000L, 2000L, 4000L, 4000L);
    }

    @Test
    void draw_zero_isLegal() {
        assertThat(Backoff.forAttached().drawNanos(3, new FixedRandom(0))).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.001, 1.0, 1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void draw_invalidChance_isAnError(double value) {
        RandomGenerator broken = new RandomGenerator() {
            @Override
            public long nextLong() {
                return 0;
            }

            @Override
            public double nextDouble() {
                return value;
            }
        };

        assertThatThrownBy(() -> Backoff.forAttached().drawNanos(0, broken)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void backoff_outOfOrder_isRefused() {
        Duration second = Duration.ofSeconds(1);

        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(second.negated(), second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Backoff.forAttached().ceilingNanos(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
