package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-RETRYAFTER-1 a hint sets the route's earliest next retry")
class EarliestRetryTest {

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 1_000, Long.MIN_VALUE})
    void hint_theLatestInstantStays(long startTick) {
        VirtualTime time = new VirtualTime(startTick);
        EarliestRetry earliest = new EarliestRetry(time.time().ticker());
        assertThat(earliest.remaining()).isZero();

        earliest.hint(Duration.ofSeconds(10));
        earliest.hint(Duration.ofSeconds(3));
        earliest.hint(Duration.ZERO);
        earliest.hint(Duration.ofSeconds(-5));
        assertThat(earliest.remaining()).isEqualTo(Duration.ofSeconds(10));

        time.advance(Duration.ofSeconds(8));
        earliest.hint(Duration.ofSeconds(1));
        assertThat(earliest.remaining()).isEqualTo(Duration.ofSeconds(2));
        earliest.hint(Duration.ofSeconds(3));
        assertThat(earliest.remaining()).isEqualTo(Duration.ofSeconds(3));
        time.advance(Duration.ofSeconds(3));
        assertThat(earliest.remaining()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 1_000_000_000})
    void hint_tooLargeToCount_holdsAsLongAsCanBeCounted(long seconds) {
        EarliestRetry earliest = new EarliestRetry(new VirtualTime().time().ticker());
        earliest.hint(Duration.ofSeconds(seconds));
        assertThat(earliest.remaining()).isEqualTo(Deadline.LONGEST);
    }
}
