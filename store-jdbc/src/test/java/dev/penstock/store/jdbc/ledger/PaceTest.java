package dev.penstock.store.jdbc.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.jdbc.ledger.Pace.Done;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How large the next transaction of a retention is, and how long it rests, from how long the last one took. */
class PaceTest {

    private static final Duration TARGET = Duration.ofMillis(20);

    @Test
    @DisplayName("a transaction that was shorter than 20 ms is followed by a larger one, at most twice as large")
    void after_shortTransaction_growsWithinBounds() {
        assertThat(new Pace(64, Duration.ZERO).after(done(64, 16)).batch()).isEqualTo(80);
        assertThat(new Pace(64, Duration.ZERO).after(done(64, 1)).batch()).isEqualTo(128);
        assertThat(new Pace(200, Duration.ZERO).after(done(200, 1)).batch()).isEqualTo(256);
    }

    @Test
    @DisplayName("one that was longer is followed by a smaller one, at least half as large, and never by none")
    void after_longTransaction_shrinksWithinBounds() {
        assertThat(new Pace(64, Duration.ZERO).after(done(64, 25)).batch()).isEqualTo(51);
        assertThat(new Pace(64, Duration.ZERO).after(done(64, 10_000)).batch()).isEqualTo(32);
        assertThat(new Pace(1, Duration.ZERO).after(done(1, 10_000)).batch()).isEqualTo(1);
    }

    @Test
    @DisplayName("the few that are left of a page say nothing against a larger batch")
    void after_shortRemainder_staysAsLarge() {
        assertThat(new Pace(128, Duration.ZERO).after(done(2, 5)).batch()).isEqualTo(128);
    }

    @Test
    @DisplayName("it comes to about 20 ms, whatever one thing costs, and stays there")
    void after_manyTransactions_takesAboutTwentyMillis() {
        for (long costMicros : new long[] {100, 400, 1_200}) {
            assertThat(settled(Duration.ZERO, costMicros)).isBetween(TARGET.dividedBy(2), TARGET);
        }
    }

    @Test
    @DisplayName("things so large that sixteen take longer than 100 ms go in pieces that do not")
    void after_largeThings_takesLessThanAHundredMillis() {
        for (long costMicros : new long[] {10_000, 12_000, 60_000}) {
            assertThat(settled(Duration.ZERO, costMicros)).isLessThanOrEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    @DisplayName(
            "where the way to the database takes longer than 20 ms, sixteen go at a time, and never fewer for that")
    void after_slowRoundTrips_staysWorthIt() {
        for (long fixedMillis : new long[] {20, 25, 40, 80}) {
            Pace pace = afterMany(Pace.FIRST, Duration.ofMillis(fixedMillis), 100);
            assertThat(pace.batch()).isGreaterThanOrEqualTo(16);
        }
        Pace once = new Pace(1, Duration.ZERO);
        assertThat(afterMany(once, Duration.ofMillis(25), 100).batch()).isGreaterThanOrEqualTo(16);
    }

    @Test
    @DisplayName("while others write it rests three quarters of the time")
    void rest_besideOthers_isThreeTimesTheWork() {
        Pace pace = Pace.FIRST;
        for (int i = 0; i < 100; i++) {
            pace = pace.after(new Done(pace.batch(), TARGET, true));
        }
        assertThat(pace.rest(TARGET)).isEqualTo(TARGET.multipliedBy(3));
        assertThat(Pace.FIRST.rest(TARGET)).isEqualTo(TARGET.multipliedBy(3));
    }

    @Test
    @DisplayName("where nobody has written for a second it works four fifths of the time, until somebody does")
    void rest_alone_isAQuarterOfTheWork() {
        Pace pace = Pace.FIRST;
        int transactions = 0;
        while (pace.quiet().compareTo(Duration.ofSeconds(1)) < 0) {
            assertThat(pace.rest(TARGET)).isEqualTo(TARGET.multipliedBy(3));
            pace = pace.after(new Done(pace.batch(), TARGET, false));
            transactions++;
        }

        assertThat(transactions).isEqualTo(13);
        assertThat(pace.rest(TARGET)).isEqualTo(TARGET.dividedBy(4));
        assertThat(pace.after(new Done(16, TARGET, true)).rest(TARGET)).isEqualTo(TARGET.multipliedBy(3));
    }

    @Test
    @DisplayName("a transaction that waited for a lock is not followed by a rest of many seconds")
    void rest_afterALongWait_isBounded() {
        assertThat(Pace.FIRST.rest(Duration.ofMinutes(1))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    @DisplayName("whatever is measured, a batch has 1 to 256 things and a rest 0 to 1 s")
    void after_anything_staysWithinItsRanges() {
        long seed = 20261130;
        SplittableRandom random = new SplittableRandom(seed);
        Pace pace = Pace.FIRST;
        for (int i = 0; i < 10_000; i++) {
            Duration took = Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 45)));
            pace = pace.after(new Done(random.nextInt(1, pace.batch() + 1), took, random.nextInt(10) == 0));

            assertThat(pace.batch()).as("seed %d", seed).isBetween(1, 256);
            assertThat(pace.rest(took)).as("seed %d", seed).isBetween(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    /** How long a transaction takes after many, each with a fixed part and one for each thing. */
    private static Duration settled(Duration fixed, long micros) {
        return cost(afterMany(Pace.FIRST, fixed, micros), fixed, micros);
    }

    private static Pace afterMany(Pace first, Duration fixed, long micros) {
        Pace pace = first;
        for (int i = 0; i < 20; i++) {
            pace = pace.after(new Done(pace.batch(), cost(pace, fixed, micros), true));
        }
        return pace;
    }

    private static Duration cost(Pace pace, Duration fixed, long micros) {
        return fixed.plusNanos(pace.batch() * micros * 1_000);
    }

    private static Done done(int size, long millis) {
        return new Done(size, Duration.ofMillis(millis), true);
    }
}
