package dev.penstock.policy.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-BREAKER-1 the window of a closed breaker")
class CallWindowTest {

    private static final long START = Long.MAX_VALUE - 1_000;

    private final CallWindow window = new CallWindow(OpeningCondition.defaults(), START);
    private long now = START;

    @Test
    void record_threeFailuresInARowBelowTheMinimum_opens() {
        assertThat(failure()).isFalse();
        assertThat(failure()).isFalse();
        assertThat(failure()).isTrue();
    }

    @Test
    void record_aSuccessBetween_startsTheRowAnew() {
        failure();
        failure();
        success();
        failure();

        assertThat(failure()).isFalse();
    }

    @Test
    void record_rowOfFailuresFarApart_stillOpens() {
        failure();
        pass(Duration.ofHours(1));
        failure();
        pass(Duration.ofHours(1));

        assertThat(failure()).isTrue();
    }

    @Test
    void record_fromTheMinimumOn_theRatioDecides() {
        for (int i = 0; i < 10; i++) {
            success();
        }
        for (int failures = 1; failures < 10; failures++) {
            assertThat(failure()).as("%d of %d", failures, 10 + failures).isFalse();
        }

        assertThat(failure()).as("10 of 20").isTrue();
    }

    @Test
    void record_theCallThatReachesTheMinimum_maySuffice() {
        for (int i = 0; i < 3; i++) {
            failure();
            failure();
            success();
        }

        assertThat(success()).as("6 of 10").isTrue();
    }

    @Test
    void record_oldCalls_areForgottenAfterTheSpan() {
        for (int i = 0; i < 20; i++) {
            success();
        }
        pass(Duration.ofSeconds(30));
        failure();
        failure();

        assertThat(failure()).as("only these three are left").isTrue();
    }

    @Test
    void record_callsOfTheLastHalfSpan_stillCount() {
        for (int i = 0; i < 20; i++) {
            success();
        }
        pass(Duration.ofSeconds(20));
        failure();
        failure();

        assertThat(failure()).as("3 of 23").isFalse();
    }

    @Test
    void record_moreCallsThanTheWindowHolds_onlyTheLastOnesCount() {
        for (int i = 0; i < 1_000; i++) {
            success();
        }
        int failures = 1;
        while (!failure()) {
            failures++;
        }

        assertThat(failures).as("half of the last 100 calls").isEqualTo(50);
    }

    @Test
    @DisplayName("design 6: a provider that fails three times in ten is not one that fails every second time")
    void record_threeInTenFail_hardlyEverOpens() {
        int opened = 0;
        for (long seed = 1; seed <= 500; seed++) {
            opened += opensWithin4000(new SplittableRandom(seed)) ? 1 : 0;
        }

        assertThat(opened)
                .as("of 500 runs of 4,000 calls; half a window would give 90")
                .isLessThan(10);
    }

    private static boolean opensWithin4000(SplittableRandom random) {
        CallWindow steady = new CallWindow(OpeningCondition.defaults(), START);
        for (int call = 0; call < 4_000; call++) {
            boolean failed = call > 40 && random.nextInt(10) < 3;
            if (steady.record(failed, START + call * 14_000_000L)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void record_sixInTenFail_opens() {
        SplittableRandom random = new SplittableRandom(1);
        int calls = 1;
        while (!window.record(random.nextInt(10) < 6, now)) {
            calls++;
        }
        assertThat(calls).isLessThan(100);
    }

    @Test
    @DisplayName("seeded: as many calls as the window holds where there were so many, and never older than the span")
    void record_anyTraffic_agreesWithCountingByHand() {
        long seed = 100;
        SplittableRandom random = new SplittableRandom(seed);
        Tally current = new Tally();
        Tally before = new Tally();
        int inARow = 0;
        long started = 0;
        for (int call = 0; call < 200_000; call++) {
            pass(Duration.ofMillis(random.nextInt(40) == 0 ? random.nextInt(40_000) : random.nextInt(200)));
            long age = (now - START) / grain() - started;
            if (age >= 2 * halfGrains()) {
                before = new Tally();
                current = new Tally();
                started += age;
            } else if (age >= halfGrains() || current.calls == 100) {
                before = current;
                current = new Tally();
                started += age;
            }
            boolean failed = random.nextInt(100) < (call / 500) % 90;
            current.calls++;
            current.failures += failed ? 1 : 0;
            inARow = failed ? inARow + 1 : 0;
            int lacking = 100 - current.calls;
            int calls = 100 * current.calls + lacking * before.calls;
            int failures = 100 * current.failures + lacking * before.failures;
            boolean opens = calls < 1_000 ? inARow >= 3 : 2 * failures >= calls;

            assertThat(window.record(failed, now))
                    .as("seed %d call %d", seed, call)
                    .isEqualTo(opens);
        }
    }

    private static long grain() {
        return Duration.ofSeconds(15).toNanos() / 1024;
    }

    private static long halfGrains() {
        return Duration.ofSeconds(15).toNanos() / grain();
    }

    private boolean failure() {
        return window.record(true, now);
    }

    private boolean success() {
        return window.record(false, now);
    }

    private void pass(Duration span) {
        now += span.toNanos();
    }

    private static final class Tally {
        private int calls;
        private int failures;
    }
}
