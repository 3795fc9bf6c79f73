package dev.penstock.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.StreamClocks;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-STREAM-1 R-DEADLINE-6 which limit falls due")
class ClocksTest {

    private final VirtualTime time = new VirtualTime(Long.MAX_VALUE - 1_000_000);

    @Test
    void nothingElseRuns_deadlineIsNext() {
        Clocks clocks = clocks(StreamClocks.streaming(true));

        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.DEADLINE, nanosOf(1200)));
    }

    @Test
    void capAtTheDeadline_deadlineIsNamed() {
        Clocks clocks = clocks(StreamClocks.off());
        time.advance(Duration.ofMinutes(20));

        assertThat(clocks.next().cause()).isEqualTo(AbortCause.DEADLINE);
        assertThat(clocks.next().inNanos()).isZero();
    }

    @Test
    void earlierCap_isNamedEvenWhenLookedAtLate() {
        ExchangeLimits limits =
                limits(StreamClocks.off()).withAttemptEnd(time.time().deadlineAfter(Duration.ofMinutes(15)));
        Clocks clocks = new Clocks(limits, time.time().ticker());
        time.advance(Duration.ofMinutes(40));

        assertThat(clocks.next().cause()).isEqualTo(AbortCause.ATTEMPT_CAP);
    }

    @Test
    void uploadStandsStill_uploadIdleIsNext() {
        Clocks clocks = clocks(StreamClocks.streaming(true));
        clocks.uploadMoved();
        time.advance(Duration.ofSeconds(29));
        clocks.uploadMoved();
        time.advance(Duration.ofSeconds(10));

        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.UPLOAD_IDLE, nanosOf(20)));
    }

    @Test
    void requestEnded_uploadClockStands() {
        Clocks clocks = clocks(StreamClocks.off());
        clocks.uploadMoved();
        clocks.requestEnded();

        assertThat(clocks.next().cause()).isEqualTo(AbortCause.DEADLINE);
    }

    @Test
    void keepAlivesUndocumented_transportIdleWaitsForTheFirstByte() {
        Clocks clocks = clocks(StreamClocks.streaming(false));
        clocks.requestEnded();
        time.advance(Duration.ofSeconds(100));
        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.BEFORE_FIRST_PROGRESS, nanosOf(530)));

        clocks.byteArrived();
        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.TRANSPORT_IDLE, nanosOf(60)));
    }

    @Test
    void keepAlivesDocumented_transportIdleRunsFromTheRequestsEnd() {
        Clocks clocks = clocks(StreamClocks.streaming(true));
        clocks.requestEnded();

        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.TRANSPORT_IDLE, nanosOf(60)));
    }

    @Test
    void onlyKeepAlives_reArmTheTransportClockAndNotTheOneForProgress() {
        Clocks clocks = clocks(StreamClocks.streaming(true));
        clocks.requestEnded();
        for (int second = 0; second < 620; second += 20) {
            time.advance(Duration.ofSeconds(20));
            clocks.byteArrived();
        }

        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.BEFORE_FIRST_PROGRESS, nanosOf(10)));
    }

    @Test
    void progress_endsTheFirstClockAndStartsTheOneBetweenOutputs() {
        Clocks clocks =
                clocks(new StreamClocks(StreamClocks.OFF, false, Duration.ofSeconds(630), Duration.ofSeconds(120)));
        clocks.requestEnded();
        time.advance(Duration.ofSeconds(500));
        clocks.progressed();
        time.advance(Duration.ofSeconds(119));

        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.PROGRESS_IDLE, nanosOf(1)));
    }

    @Test
    void readerBehind_everyClockOnSilenceStartsAnew() {
        Clocks clocks = clocks(StreamClocks.streaming(true));
        clocks.requestEnded();
        clocks.progressed();
        time.advance(Duration.ofMinutes(5));
        clocks.readerIsBehind();

        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.TRANSPORT_IDLE, nanosOf(60)));
    }

    @Test
    @DisplayName("R-STREAM-1 time in which nobody reads is taken out of every clock on silence, and of nothing else")
    void paused_onlyTheDeadlineRuns() {
        Clocks clocks = clocks(StreamClocks.streaming(true));
        clocks.requestEnded();
        clocks.progressed();
        time.advance(Duration.ofSeconds(20));
        clocks.paused();
        time.advance(Duration.ofMinutes(5));
        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.DEADLINE, nanosOf(880)));

        clocks.resumed();
        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.TRANSPORT_IDLE, nanosOf(40)));
        clocks.byteArrived();
        time.advance(Duration.ofSeconds(59));
        clocks.byteArrived();
        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.PROGRESS_IDLE, nanosOf(41)));
    }

    @Test
    void byteWithinAPause_countsFromItsEnd() {
        Clocks clocks = clocks(StreamClocks.streaming(true));
        clocks.requestEnded();
        clocks.paused();
        time.advance(Duration.ofSeconds(50));
        clocks.byteArrived();
        time.advance(Duration.ofSeconds(30));
        clocks.resumed();

        assertThat(clocks.next()).isEqualTo(new Clocks.Due(AbortCause.TRANSPORT_IDLE, nanosOf(60)));
    }

    private Clocks clocks(StreamClocks silence) {
        return new Clocks(limits(silence), time.time().ticker());
    }

    private ExchangeLimits limits(StreamClocks silence) {
        return ExchangeLimits.until(time.time().deadlineAfter(Duration.ofMinutes(20)))
                .withClocks(silence);
    }

    private static long nanosOf(long count) {
        return Duration.ofSeconds(count).toNanos();
    }
}
