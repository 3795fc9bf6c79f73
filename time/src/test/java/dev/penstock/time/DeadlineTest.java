package dev.penstock.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-DEADLINE-1 R-DEADLINE-2 Deadline")
class DeadlineTest {

    private final AtomicLong now = new AtomicLong();

    @Test
    void remaining_countsDownOnTheTickerAlone() {
        Deadline deadline = Deadline.after(Duration.ofSeconds(2), now::get);

        now.addAndGet(1_500_000_000L);

        assertThat(deadline.remaining()).isEqualTo(Duration.ofMillis(500));
        assertThat(deadline.allows(Duration.ofMillis(500))).isTrue();
        assertThat(deadline.allows(Duration.ofMillis(501))).isFalse();
        assertThat(deadline.isExpired()).isFalse();
        now.addAndGet(500_000_000L);
        assertThat(deadline.isExpired()).isTrue();
        assertThat(deadline.remaining()).isEqualTo(Duration.ZERO);
    }

    @Test
    void remaining_isRightWhenTheTickerWraps() {
        now.set(Long.MAX_VALUE - 10);
        Deadline deadline = Deadline.afterNanos(100, now::get);

        assertThat(deadline.remainingNanos()).isEqualTo(100);
        now.set(Long.MIN_VALUE + 40);
        assertThat(deadline.remainingNanos()).isEqualTo(49);
        now.set(Long.MIN_VALUE + 89);
        assertThat(deadline.isExpired()).isTrue();
    }

    @Test
    void after_longerThanANanosecondCountCanHold_saturates() {
        now.set(123);
        Deadline deadline = Deadline.after(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), now::get);

        assertThat(deadline.remainingNanos()).isEqualTo(Deadline.LONGEST.toNanos());
        assertThat(Deadline.after(Duration.ofSeconds(Long.MIN_VALUE), now::get).isExpired())
                .isTrue();
    }

    @Test
    void orSooner_neverMovesTheDeadlineOut() {
        Deadline deadline = Deadline.after(Duration.ofSeconds(1), now::get);

        assertThat(deadline.orSooner(Duration.ofSeconds(5))).isSameAs(deadline);
        assertThat(deadline.orSooner(Duration.ofMillis(5)).remaining()).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void earlier_picksTheOneThatComesFirst() {
        Deadline soon = Deadline.afterNanos(5, now::get);
        Deadline late = Deadline.afterNanos(9, now::get);

        assertThat(soon.earlier(late)).isSameAs(soon);
        assertThat(late.earlier(soon)).isSameAs(soon);
    }
}
