package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

        Permit second = permit(acquire(limiter, 10));

        assertThat(time.time().ticker().nanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
        second.close();
        assertThat(limiter.snapshot().active()).isZero();
    }

    @Test
    @DisplayName("R-ADMIT-3 a waiter expires when its time left cannot carry an attempt")
    void acquire_nobodyReleases_expiresOneMinimumBeforeTheDeadline() throws Exception {
        Limiter limiter = limiter(1);
        permit(acquire(limiter, 10));

        assertThat(reason(acquire(limiter, 10))).isEqualTo(RefusalReason.EXPIRED);

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

        permit(acquire(limiter, 100));

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

        permit(acquire(limiter, 100));
        assertThat(time.time().ticker().nanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(limiter.snapshot().limit()).isEqualTo(2);
    }

    private Limiter limiter(int permits) {
        return new Limiter(LimiterSettings.defaults(new Limit.Fixed(permits)), time.time());
    }

    private PermitDecision acquire(Limiter limiter, int seconds) throws InterruptedException {
        return limiter.acquire(INTERACTIVE, time.time().deadlineAfter(Duration.ofSeconds(seconds)), ignored -> {});
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
