package dev.penstock.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.StreamClocks;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-DEADLINE-6 the watchdog ends the exchange itself")
class WatchdogTest {

    private final VirtualTime time = new VirtualTime();
    private final List<AbortCause> aborts = new ArrayList<>();
    private boolean unread;
    private final Watchdog watchdog = new Watchdog(
            ExchangeLimits.until(time.time().deadlineAfter(Duration.ofSeconds(200)))
                    .withClocks(StreamClocks.streaming(true)),
            time.time(),
            () -> unread,
            aborts::add);

    @Test
    void deadlinePasses_abortsOnceAndLeavesNoTimer() {
        watchdog.start();
        time.advance(Duration.ofMinutes(20));

        assertThat(aborts).containsExactly(AbortCause.DEADLINE);
        assertThat(time.pendingTimers()).isZero();
    }

    @Test
    void bytesKeepComing_oneTimerAndNoAbort() {
        watchdog.start();
        watchdog.requestEnded();
        for (int i = 0; i < 19; i++) {
            time.advance(Duration.ofSeconds(10));
            watchdog.byteArrived();
            assertThat(time.pendingTimers()).isEqualTo(1);
        }

        assertThat(aborts).isEmpty();
    }

    @Test
    void silence_abortsAtTheIdleLimitAfterTheLastByte() {
        watchdog.start();
        watchdog.requestEnded();
        time.advance(Duration.ofSeconds(50));
        watchdog.byteArrived();
        time.advance(Duration.ofSeconds(59));
        assertThat(aborts).isEmpty();

        time.advance(Duration.ofSeconds(1));
        assertThat(aborts).containsExactly(AbortCause.TRANSPORT_IDLE);
    }

    @Test
    void readerIsBehind_silenceIsNotThePeers() {
        watchdog.start();
        watchdog.requestEnded();
        unread = true;
        time.advance(Duration.ofSeconds(199));
        assertThat(aborts).isEmpty();

        time.advance(Duration.ofSeconds(1));
        assertThat(aborts).containsExactly(AbortCause.DEADLINE);
    }

    @Test
    @DisplayName("R-STREAM-1 a slow reader's pause is no silence of the peer's; silence after it is")
    void paused_silenceIsNotThePeers_untilResumed() {
        watchdog.start();
        watchdog.requestEnded();
        watchdog.byteArrived();
        watchdog.paused();
        time.advance(Duration.ofSeconds(100));
        watchdog.resumed();
        time.advance(Duration.ofSeconds(59));
        assertThat(aborts).isEmpty();

        time.advance(Duration.ofSeconds(1));
        assertThat(aborts).containsExactly(AbortCause.TRANSPORT_IDLE);
    }

    @Test
    void paused_theDeadlineStillEndsIt() {
        watchdog.start();
        watchdog.requestEnded();
        watchdog.paused();
        time.advance(Duration.ofSeconds(200));

        assertThat(aborts).containsExactly(AbortCause.DEADLINE);
    }

    @Test
    void stopped_leavesNoTimerAndStartsNone() {
        watchdog.start();
        watchdog.stop();
        watchdog.byteArrived();
        watchdog.progressed();

        assertThat(time.pendingTimers()).isZero();
    }
}
