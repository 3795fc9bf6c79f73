package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Design 8: a ledger that refuses background work is left alone for longer each time")
class HoldOffTest {

    private final VirtualTime clock = new VirtualTime();
    private final HoldOff holdOff = new HoldOff(clock.time());

    @Test
    @DisplayName("1 s, then twice as long each time, and never longer than 30 s")
    void refusedAgain_longer() {
        for (long seconds : new long[] {1, 2, 4, 8, 16, 30, 30}) {
            assertThat(holdOff.refused()).contains(Duration.ofSeconds(seconds));
            clock.advance(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(holdOff.atMost(8)).isZero();
            clock.advance(Duration.ofNanos(1));
            assertThat(holdOff.atMost(8)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("what is refused in one round counts once")
    void refusedTogether_countsOnce() {
        assertThat(holdOff.refused()).contains(Duration.ofSeconds(1));
        assertThat(holdOff.refused()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(holdOff.refused()).contains(Duration.ofSeconds(2));
    }

    @Test
    @DisplayName("once it takes something, everything is as before")
    void took_asBefore() {
        holdOff.refused();
        holdOff.took();

        assertThat(holdOff.atMost(8)).isEqualTo(8);
        assertThat(holdOff.refused()).contains(Duration.ofSeconds(1));
    }
}
