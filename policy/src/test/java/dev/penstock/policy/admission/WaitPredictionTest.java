package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-3 R-ADMIT-4 work that cannot finish in time is refused at the door")
class WaitPredictionTest {

    private static final PermitRequest INTERACTIVE = PermitRequest.original("t", Priority.INTERACTIVE);
    private static final PermitRequest BACKGROUND = PermitRequest.original("t", Priority.BACKGROUND);
    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

    @Test
    void arrive_nothingObservedYet_isNeverRefused() {
        Bench bench = Bench.of(1);
        bench.arrive(INTERACTIVE);
        for (int i = 0; i < 100; i++) {
            assertThat(bench.arrive(INTERACTIVE, Duration.ofSeconds(1)).decision())
                    .isNull();
        }
    }

    @Test
    void arrive_interactive_waitsThreeQuartersOfTenSecondsAtMost() {
        Bench bench = serving(1, Duration.ofMillis(1_500));
        for (int i = 0; i < 5; i++) {
            assertThat(bench.arrive(INTERACTIVE, TWO_MINUTES).decision()).isNull();
        }
        assertThat(bench.arrive(INTERACTIVE, TWO_MINUTES).decision())
                .isEqualTo(new Refused(RefusalReason.QUEUE_WAIT, Duration.ofMillis(1_500)));
    }

    @Test
    void wait_nothingObservedYet_endsAfterAQuarterOfTheDeadline() {
        Bench bench = Bench.of(1);
        bench.arrive(INTERACTIVE);
        Waiter waiter = bench.arrive(INTERACTIVE, Duration.ofSeconds(8));

        bench.pass(Duration.ofMillis(1_999));
        bench.look(waiter);
        assertThat(waiter.decision()).isNull();

        bench.pass(Duration.ofMillis(1));
        bench.look(waiter);
        assertThat(waiter.decision()).isEqualTo(new Refused(RefusalReason.QUEUE_WAIT, Duration.ofSeconds(1)));
    }

    @Test
    void wait_patient_endsOnlyWithTheDeadline() {
        Bench bench = Bench.of(1);
        bench.arrive(INTERACTIVE);
        Waiter waiter = bench.arrive(BACKGROUND.asPatient(), Duration.ofSeconds(8));

        bench.pass(Duration.ofMillis(7_899));
        bench.look(waiter);
        assertThat(waiter.decision()).isNull();

        bench.pass(Duration.ofMillis(1));
        bench.look(waiter);
        assertThat(waiter.decision()).isEqualTo(new Refused(RefusalReason.EXPIRED, null));
    }

    @Test
    void arrive_shortDeadline_waitsThreeQuartersOfAQuarterOfItAtMost() {
        Bench bench = serving(1, Duration.ofMillis(1_500));
        assertThat(bench.arrive(INTERACTIVE, Duration.ofSeconds(8)).decision()).isNull();
        assertThat(bench.arrive(INTERACTIVE, Duration.ofSeconds(8)).decision())
                .isEqualTo(new Refused(RefusalReason.QUEUE_WAIT, Duration.ofMillis(1_500)));
    }

    @Test
    void arrive_predictedBeyondTheDeadline_namesTheDeadline() {
        Bench bench = serving(1, Duration.ofSeconds(60));
        assertThat(bench.arrive(INTERACTIVE, Duration.ofSeconds(20)).decision())
                .isEqualTo(new Refused(RefusalReason.DEADLINE, Duration.ofMillis(56_250)));
    }

    @Test
    void arrive_patient_isNeverRefused() {
        Bench bench = serving(1, Duration.ofSeconds(60));
        for (int i = 0; i < 1_000; i++) {
            assertThat(bench.arrive(BACKGROUND.asPatient(), Duration.ofSeconds(20))
                            .decision())
                    .isNull();
        }
    }

    @Test
    void arrive_freePermit_isNeverRefused() {
        Bench bench = served(1, Duration.ofDays(1));
        Bench.permitOf(bench.arrive(INTERACTIVE, Duration.ofMillis(100)));
    }

    @Test
    void arrive_background_countsOnlyWorkAheadInItsOwnClass() {
        Bench bench = serving(10, Duration.ofSeconds(1));
        for (int i = 0; i < 50; i++) {
            bench.arrive(INTERACTIVE);
        }
        // One grant at a share of 5 % of ten a second.
        assertThat(bench.arrive(BACKGROUND, Duration.ofSeconds(11)).decision()).isNull();
        assertThat(bench.arrive(BACKGROUND, Duration.ofSeconds(11)).decision()).isInstanceOf(Refused.class);
    }

    @Test
    void arrive_retry_waitsLongerThanAnOriginalBehindOriginals() {
        Bench bench = serving(1, Duration.ofMillis(100));
        for (int i = 0; i < 20; i++) {
            bench.arrive(INTERACTIVE);
        }
        Refused expired = bench.state.expired(INTERACTIVE.asRetry(), bench.now());
        // Its natural share is 1 of 21, below the floor of 5 %.
        assertThat(expired.retryAfter()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void arrive_smallTenant_isNotRefusedForTheQueueOfALargeOne() {
        Bench bench = serving(1, Duration.ofSeconds(1));
        for (int i = 0; i < 1_000; i++) {
            bench.arrive(PermitRequest.original("large", Priority.INTERACTIVE));
        }
        assertThat(bench.arrive(PermitRequest.original("large", Priority.INTERACTIVE), TWO_MINUTES)
                        .decision())
                .isInstanceOf(Refused.class);
        assertThat(bench.arrive(PermitRequest.original("small", Priority.INTERACTIVE), TWO_MINUTES)
                        .decision())
                .isNull();
    }

    @Test
    void arrive_observedRateAboveTheMean_isBelieved() {
        Bench bench = served(1, Duration.ofSeconds(60));
        for (int i = 0; i < 200; i++) {
            Permit permit = Bench.permitOf(bench.arrive(INTERACTIVE));
            bench.pass(Duration.ofMillis(50));
            permit.close();
        }
        Bench.permitOf(bench.arrive(INTERACTIVE));
        assertThat(bench.arrive(INTERACTIVE, TWO_MINUTES).decision()).isNull();
    }

    @Test
    void arrive_unusedPermits_sayNothingAboutServiceTime() {
        Bench bench = Bench.of(1);
        Bench.permitOf(bench.arrive(INTERACTIVE)).release(CapacityEffect.UNUSED);
        Bench.permitOf(bench.arrive(INTERACTIVE));
        assertThat(bench.state.expired(INTERACTIVE, bench.now()).retryAfter()).isNull();
    }

    @Test
    void arrive_limitZero_isRefusedOnceThePastHasFaded() {
        Bench bench = serving(1, Duration.ofSeconds(1));
        bench.state.supply(new PermitSupply(0, Deadline.afterNanos(0, bench::now)), bench.now());
        bench.pass(Duration.ofMinutes(1));
        assertThat(bench.arrive(INTERACTIVE, TWO_MINUTES).decision()).isInstanceOf(Refused.class);
    }

    @Test
    @DisplayName("R-ADMIT-8 what is leased once somebody waits for it refuses nobody, whatever was seen before")
    void arrive_nothingLeased_waits() {
        Bench bench = served(1, Duration.ofSeconds(1));
        bench.state.supply(new PermitSupply(0, null), bench.now());
        assertThat(bench.arrive(INTERACTIVE, TWO_MINUTES).decision()).isNull();
    }

    /** All permits out, after one of them served an attempt of a given length. */
    private static Bench serving(int permits, Duration service) {
        Bench bench = served(permits, service);
        for (int i = 0; i < permits; i++) {
            Bench.permitOf(bench.arrive(INTERACTIVE));
        }
        return bench;
    }

    /** One attempt served, so long ago that only limit over mean service time is left of it. */
    private static Bench served(int permits, Duration service) {
        Bench bench = Bench.of(permits);
        Permit first = Bench.permitOf(bench.arrive(INTERACTIVE));
        bench.pass(service);
        first.close();
        bench.pass(Duration.ofMinutes(1));
        return bench;
    }
}
