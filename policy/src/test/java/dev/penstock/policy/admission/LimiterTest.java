package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-2 R-ADMIT-3 permits")
class LimiterTest {

    private static final PermitRequest INTERACTIVE = PermitRequest.original("t", Priority.INTERACTIVE);

    private final VirtualTime time = new VirtualTime();

    @Test
    void acquire_freePermit_isGivenAtOnce() throws Exception {
        Limiter limiter = limiter(1);

        permit(acquire(limiter, 1));

        assertThat(limiter.snapshot().active()).isEqualTo(1);
        assertThat(time.sleeps()).isEmpty();
    }

    @Test
    void acquire_noPermit_waitsForARelease() throws Exception {
        Limiter limiter = limiter(1);
        Permit first = permit(acquire(limiter, 10));
        time.after(Duration.ofSeconds(3).toNanos(), first::close);

        Permit second = permit(acquire(limiter, 12));

        assertThat(time.time().ticker().nanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
        second.close();
        assertThat(limiter.snapshot().active()).isZero();
    }

    @Test
    @DisplayName("R-ADMIT-3 a waiter leaves when it has waited for as long as it may")
    void acquire_nobodyReleases_isRefusedAfterAQuarterOfTheDeadline() throws Exception {
        Limiter limiter = limiter(1);
        permit(acquire(limiter, 10));

        assertThat(reason(acquire(limiter, 10))).isEqualTo(RefusalReason.QUEUE_WAIT);

        assertThat(time.time().ticker().nanos())
                .isEqualTo(Duration.ofMillis(2_500).toNanos());
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    @DisplayName("R-ADMIT-3 a patient waiter expires when its time left cannot carry an attempt")
    void acquire_patient_expiresOneMinimumBeforeTheDeadline() throws Exception {
        Limiter limiter = limiter(1);
        permit(acquire(limiter, 10));

        assertThat(reason(patient(limiter, 10))).isEqualTo(RefusalReason.EXPIRED);

        assertThat(time.time().ticker().nanos())
                .isEqualTo(Duration.ofMillis(9_900).toNanos());
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    @DisplayName("R-ADMIT-2 the deadline is checked before the wait, a free permit or not")
    void acquire_noUsefulTimeLeft_takesNoPermit() throws Exception {
        Limiter limiter = limiter(1);

        Deadline deadline = time.time().deadlineAfter(Duration.ofMillis(99));
        assertThat(reason(limiter.acquire(INTERACTIVE, deadline, ignored -> {})))
                .isEqualTo(RefusalReason.EXPIRED);

        assertThat(limiter.snapshot().granted()).isZero();
    }

    @Test
    void withdraw_whileWaiting_endsTheWaitAndChargesNothing() throws Exception {
        Limiter limiter = limiter(1);
        Permit first = permit(acquire(limiter, 10));
        Deadline deadline = time.time().deadlineAfter(Duration.ofSeconds(10));

        PermitDecision decision = limiter.acquire(INTERACTIVE, deadline, waiting -> {
            time.after(Duration.ofSeconds(1).toNanos(), () -> {
                assertThat(waiting.withdraw()).isTrue();
                assertThat(waiting.withdraw()).isFalse();
            });
        });

        assertThat(reason(decision)).isEqualTo(RefusalReason.WITHDRAWN);
        assertThat(time.time().ticker().nanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
        first.close();
        assertThat(limiter.snapshot().active()).isZero();
        assertThat(limiter.snapshot().waiting()).isZero();
    }

    @Test
    void acquire_interrupted_leavesNothingBehind() throws Exception {
        Limiter limiter = limiter(1);
        Permit first = permit(acquire(limiter, 10));
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> acquire(limiter, 10)).isInstanceOf(InterruptedException.class);

        assertThat(limiter.snapshot().waiting()).isZero();
        first.close();
        assertThat(limiter.snapshot().active()).isZero();
    }

    @Test
    void acquire_grantedWhileAnExceptionEscapes_givesThePermitBack() throws Exception {
        Limiter limiter = limiter(1);
        Permit first = permit(acquire(limiter, 10));

        assertThatThrownBy(() -> limiter.acquire(INTERACTIVE, time.time().deadlineAfter(Duration.ofSeconds(1)), w -> {
                    first.close();
                    throw new IllegalStateException("from the caller");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(limiter.snapshot().active()).isZero();
    }

    @Test
    @DisplayName("R-ADMIT-2 released exactly once, whoever comes second")
    void release_twice_countsOnce() throws Exception {
        Limiter limiter = limiter(2);
        Permit first = permit(acquire(limiter, 10));
        permit(acquire(limiter, 10));

        assertThat(first.release(CapacityEffect.SERVED)).isTrue();
        assertThat(first.release(CapacityEffect.SERVED)).isFalse();
        assertThat(first.abort()).isFalse();
        assertThat(first.providerEnded()).isFalse();
        first.close();

        assertThat(limiter.snapshot().active()).isEqualTo(1);
    }

    @Test
    @DisplayName("R-ADMIT-2 abort_hold keeps the account charged after an abort")
    void abort_keepsTheChargeForTheHold() throws Exception {
        Limiter limiter = new Limiter(
                LimiterSettings.defaults(new Limit.Fixed(1)).withAbortHold(Duration.ofSeconds(30)), time.time());
        permit(acquire(limiter, 100)).abort();
        assertThat(limiter.snapshot().active()).isZero();
        assertThat(limiter.snapshot().held()).isEqualTo(1);

        permit(patient(limiter, 100));

        assertThat(time.time().ticker().nanos())
                .isEqualTo(Duration.ofSeconds(30).toNanos());
    }

    @Test
    void abort_providerKnownToHaveEnded_endsTheHoldEarly() throws Exception {
        Limiter limiter = new Limiter(
                LimiterSettings.defaults(new Limit.Fixed(1)).withAbortHold(Duration.ofSeconds(30)), time.time());
        Permit aborted = permit(acquire(limiter, 100));
        aborted.abort();
        aborted.close();
        assertThat(limiter.snapshot().held()).isEqualTo(1);

        assertThat(aborted.providerEnded()).isTrue();
        assertThat(aborted.providerEnded()).isFalse();
        assertThat(limiter.snapshot().held()).isZero();
        permit(acquire(limiter, 100));
        time.advance(Duration.ofSeconds(31));
        assertThat(limiter.snapshot().active()).isEqualTo(1);
        assertThat(limiter.snapshot().held()).isZero();
    }

    @Test
    void abort_withoutHold_freesTheAccountAtOnce() throws Exception {
        Limiter limiter = limiter(1);

        permit(acquire(limiter, 1)).abort();

        assertThat(limiter.snapshot().held()).isZero();
        permit(acquire(limiter, 1));
    }

    @Test
    @DisplayName("R-ADMIT-8 the supply of permits may change at any time, down to nothing")
    void supply_shrinksAndGrows() throws Exception {
        Limiter limiter = limiter(10);
        Permit first = permit(acquire(limiter, 100));
        permit(acquire(limiter, 100));

        limiter.supply(new PermitSupply(0, null));
        first.close();
        time.after(Duration.ofSeconds(2).toNanos(), () -> limiter.supply(new PermitSupply(1, null)));
        time.after(Duration.ofSeconds(5).toNanos(), () -> limiter.supply(new PermitSupply(2, null)));

        permit(patient(limiter, 100));
        assertThat(time.time().ticker().nanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(limiter.snapshot().limit()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "R-ADMIT-1 another ceiling holds at once: what is out stays out, and who waits is let in by a higher one")
    void ceiling_shrinksAndGrows() throws Exception {
        Limiter limiter = limiter(2);
        Permit first = permit(acquire(limiter, 100));
        permit(acquire(limiter, 100));

        limiter.ceiling(1);
        assertThat(limiter.snapshot().active()).isEqualTo(2);
        first.close();
        time.after(Duration.ofSeconds(3).toNanos(), () -> limiter.ceiling(2));

        permit(patient(limiter, 100));
        assertThat(time.time().ticker().nanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
        assertThat(limiter.snapshot().limit()).isEqualTo(2);
    }

    @Test
    @DisplayName("R-ADMIT-8 a leased block grants nothing that would outlive it")
    void supply_leaseTooShortForAnAttempt_grantsNothing() throws Exception {
        Limiter limiter = limiter(10);
        Deadline lease = time.time().deadlineAfter(Duration.ofSeconds(60));
        limiter.supply(new PermitSupply(2, lease));
        assertThat(permit(acquire(limiter, 100)).attemptsEndBy()).isSameAs(lease);

        time.advance(Duration.ofMillis(59_901));
        assertThat(limiter.snapshot().limit()).isZero();
        time.after(Duration.ofSeconds(7).toNanos(), () -> limiter.supply(PermitSupply.UNBOUNDED));

        assertThat(permit(acquire(limiter, 100)).attemptsEndBy()).isNull();
        assertThat(time.time().ticker().nanos())
                .isEqualTo(Duration.ofMillis(66_901).toNanos());
    }

    @Test
    @DisplayName("R-ADMIT-9 a paced request waits in the queue until its turn")
    void acquire_paced_waitsForItsTurn() throws Exception {
        Limiter limiter = new Limiter(
                LimiterSettings.defaults(new Limit.Fixed(100)).withPacing(new PacerSettings(60, 0)), time.time());
        for (int second = 0; second < 10; second++) {
            permit(acquire(limiter, 100));
            assertThat(time.time().ticker().nanos())
                    .isEqualTo(Duration.ofSeconds(second).toNanos());
        }
        assertThat(time.pendingTimers()).isZero();
    }

    @Test
    @DisplayName("R-ADMIT-2 the deadline is checked after the wait too")
    void acquire_wokenTooLate_givesThePermitBack() throws Exception {
        Limiter limiter = limiter(1);
        Permit first = permit(acquire(limiter, 10));
        Deadline deadline = time.time().deadlineAfter(Duration.ofSeconds(10));

        PermitDecision decision = limiter.acquire(INTERACTIVE, deadline, waiting -> {
            first.close();
            time.advance(Duration.ofMillis(9_950));
        });

        assertThat(reason(decision)).isEqualTo(RefusalReason.EXPIRED);
        assertThat(limiter.snapshot().active()).isZero();
    }

    @Test
    @DisplayName("R-ADMIT-3 a permit that comes back passes by who has expired")
    void release_headOfTheQueueHasExpired_grantsTheNext() {
        Bench bench = Bench.of(1);
        Permit first = Bench.permitOf(bench.arrive(INTERACTIVE));
        Waiter impatient = bench.arrive(INTERACTIVE, Duration.ofSeconds(2));
        Waiter patient = bench.arrive(INTERACTIVE, Duration.ofSeconds(20));

        bench.pass(Duration.ofMillis(1_901));
        first.close();

        assertThat(impatient.decision()).isInstanceOf(Refused.class);
        assertThat(Bench.hasPermit(patient)).isTrue();
    }

    @Test
    @DisplayName("R-ADMIT-1 a retry queues without its permit while its operation keeps its place")
    void backoff_keepsThePlaceAndNoPermit() throws Exception {
        Population population =
                new Population(PopulationSettings.defaults(), time.time().ticker());
        Limiter limiter = limiter(1);
        try (Place place = (Place) population.admit(10)) {
            assertThat(place).isNotNull();
            permit(acquire(limiter, 10)).release(CapacityEffect.NEUTRAL);
            time.sleep(Duration.ofSeconds(1).toNanos());
            assertThat(population.operations()).isEqualTo(1);
            assertThat(limiter.snapshot().active()).isZero();
            permit(limiter.acquire(
                            INTERACTIVE.asRetry(), time.time().deadlineAfter(Duration.ofSeconds(5)), waiting -> {}))
                    .close();
        }
        assertThat(population.operations()).isZero();
    }

    @Test
    void settings_outOfRange_areRefused() {
        LimiterSettings defaults = LimiterSettings.defaults(new Limit.Fixed(1));
        assertThatThrownBy(() -> defaults.withAbortHold(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> defaults.withAbortHold(Duration.ofDays(2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new QueueSettings(Duration.ZERO, 0, Duration.ofSeconds(1), Fairness.defaults()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Fairness(20, 20, 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PermitSupply(-1, null)).isInstanceOf(IllegalArgumentException.class);
    }

    private Limiter limiter(int permits) {
        return new Limiter(LimiterSettings.defaults(new Limit.Fixed(permits)), time.time());
    }

    private PermitDecision acquire(Limiter limiter, int seconds) throws InterruptedException {
        return limiter.acquire(INTERACTIVE, time.time().deadlineAfter(Duration.ofSeconds(seconds)), ignored -> {});
    }

    private PermitDecision patient(Limiter limiter, int seconds) throws InterruptedException {
        Deadline deadline = time.time().deadlineAfter(Duration.ofSeconds(seconds));
        return limiter.acquire(INTERACTIVE.asPatient(), deadline, ignored -> {});
    }

    private static Permit permit(PermitDecision decision) {
        assertThat(decision).isInstanceOf(Permit.class);
        return (Permit) decision;
    }

    private static RefusalReason reason(PermitDecision decision) {
        assertThat(decision).isInstanceOf(Refused.class);
        return ((Refused) decision).reason();
    }
}
