package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-9 R-CLASS-8 pacing by requests and tokens per minute")
class PacerTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final PermitRequest REQUEST =
            PermitRequest.original("t", Priority.INTERACTIVE).withEstimatedTokens(500);

    @RepeatedTest(20)
    void take_inNoMinute_moreRequestsThanTheRate(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        SplittableRandom random = new SplittableRandom(seed);
        Pacer pacer = new Pacer(new PacerSettings(30, 0), 0);
        List<Long> taken = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 500; i++) {
            now += random.nextLong(MINUTE / 20);
            if (pacer.waitNanos(now) <= 0) {
                pacer.take(REQUEST, now);
                taken.add(now);
            }
        }
        assertThat(mostInAMinute(taken)).as("seed %d", seed).isLessThanOrEqualTo(30);
        assertThat(taken).as("seed %d: pacing must not starve", seed).hasSizeGreaterThan(150);
    }

    @Test
    void take_withoutPacing_wouldExceedTheRate() {
        Pacer none = new Pacer(PacerSettings.NONE, 0);
        List<Long> taken = new ArrayList<>();
        for (long now = 0; now < 2 * MINUTE; now += MINUTE / 40) {
            if (none.waitNanos(now) <= 0) {
                none.take(REQUEST, now);
                taken.add(now);
            }
        }
        assertThat(mostInAMinute(taken)).isGreaterThan(30);
    }

    @Test
    void take_tokens_pushTheNextAwayByTheirOwnCost() {
        Pacer pacer = new Pacer(new PacerSettings(0, 1_000), 0);
        assertThat(pacer.waitNanos(0)).isLessThanOrEqualTo(0);
        pacer.take(REQUEST, 0);
        assertThat(pacer.waitNanos(0)).isEqualTo(MINUTE / 2);
        pacer.take(REQUEST.withEstimatedTokens(2_000), MINUTE / 2);
        assertThat(pacer.waitNanos(MINUTE / 2)).isEqualTo(2 * MINUTE);
    }

    @Test
    void take_afterIdleTime_savesUpNothing() {
        Pacer pacer = new Pacer(new PacerSettings(60, 0), 0);
        long later = 100 * MINUTE;
        pacer.take(REQUEST, later);
        assertThat(pacer.waitNanos(later)).isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void lower_atMostOnceAMinute_andRecoversByTenths() {
        Pacer pacer = new Pacer(new PacerSettings(100, 0), 0);
        assertThat(pacer.lowerRequests(0)).isTrue();
        pacer.lowerRequests(MINUTE - 1);
        assertThat(perMinute(pacer, MINUTE - 1)).isEqualTo(70);
        pacer.lowerRequests(MINUTE);
        assertThat(perMinute(pacer, MINUTE)).isEqualTo(56);
        assertThat(perMinute(pacer, 3 * MINUTE)).isEqualTo(76);
        assertThat(perMinute(pacer, 60 * MINUTE)).isEqualTo(100);
    }

    @Test
    void lower_whatIsNotPaced_saysSo() {
        Pacer pacer = new Pacer(new PacerSettings(100, 0), 0);
        assertThat(pacer.lowerTokens(0)).isFalse();
        assertThat(new Pacer(PacerSettings.NONE, 0).lowerRequests(0)).isFalse();
    }

    @Test
    void settings_negativeRates_areRefused() {
        assertThatThrownBy(() -> new PacerSettings(-1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PacerSettings(0, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static long perMinute(Pacer pacer, long now) {
        return Math.round(pacer.permitsPerNano(REQUEST, now) * MINUTE);
    }

    private static int mostInAMinute(List<Long> instants) {
        int most = 0;
        int from = 0;
        for (int to = 0; to < instants.size(); to++) {
            while (instants.get(to) - instants.get(from) >= MINUTE) {
                from++;
            }
            most = Math.max(most, to - from + 1);
        }
        return most;
    }
}
