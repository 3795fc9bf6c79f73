package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B071 permits whose owner never comes back are taken back, and counted")
class ReportB071Test {

    private static final PermitRequest REQUEST =
            PermitRequest.original("t", Priority.INTERACTIVE).asPatient();
    private static final Duration ATTEMPT = Duration.ofSeconds(5);

    private final VirtualTime time = new VirtualTime();
    private final Limiter limiter = new Limiter(LimiterSettings.defaults(new Limit.Fixed(4)), time.time());

    @Test
    void streamsDroppedUnread_aThousandRounds_nothingDecays() throws Exception {
        for (int round = 0; round < 1_000; round++) {
            permit(ATTEMPT);
            time.advance(Duration.ofSeconds(4));
        }
        time.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 4; i++) {
            permit(ATTEMPT).close();
        }
        assertThat(limiter.snapshot().active()).isZero();
        assertThat(limiter.snapshot().takenBack()).isEqualTo(1_000);
    }

    @Test
    void allOwnersParked_aWaiterGetsAPermitTenSecondsAfterTheirDeadline() throws Exception {
        for (int i = 0; i < 4; i++) {
            permit(ATTEMPT);
        }
        permit(Duration.ofMinutes(5));

        assertThat(time.time().ticker().nanos())
                .isEqualTo(Duration.ofSeconds(15).toNanos());
        assertThat(limiter.snapshot().takenBack()).isEqualTo(4);
        assertThat(limiter.snapshot().active()).isEqualTo(1);
    }

    @Test
    void lateOwner_returnsWhatWasTakenBack_nothingHappens() throws Exception {
        Permit parked = permit(ATTEMPT);
        for (int i = 0; i < 3; i++) {
            permit(Duration.ofMinutes(10));
        }
        permit(Duration.ofMinutes(5));
        int active = limiter.snapshot().active();

        assertThat(parked.release(CapacityEffect.SERVED)).isFalse();
        assertThat(parked.abort()).isFalse();
        parked.close();

        assertThat(limiter.snapshot().active()).isEqualTo(active);
    }

    @Test
    void slowOwner_withinItsDeadline_keepsItsPermit() throws Exception {
        Permit slow = permit(Duration.ofMinutes(10));
        for (int i = 0; i < 3; i++) {
            permit(Duration.ofMinutes(10));
        }
        Deadline shorter = time.time().deadlineAfter(Duration.ofMinutes(9));
        assertThat(limiter.acquire(REQUEST, shorter, waiting -> {})).isInstanceOf(Refused.class);
        assertThat(limiter.snapshot().takenBack()).isZero();
        assertThat(slow.release(CapacityEffect.SERVED)).isTrue();
    }

    @Test
    void operationThatMayGoOn_keepsItsPermitForLonger() throws Exception {
        Permit extended = permit(ATTEMPT);
        extended.extendTo(time.time().deadlineAfter(Duration.ofMinutes(2)));
        extended.extendTo(time.time().deadlineAfter(Duration.ofSeconds(1)));
        for (int i = 0; i < 3; i++) {
            permit(Duration.ofMinutes(10));
        }

        permit(Duration.ofMinutes(5));

        assertThat(time.time().ticker().nanos())
                .isEqualTo(Duration.ofSeconds(130).toNanos());
        assertThat(extended.release(CapacityEffect.SERVED)).isFalse();
    }

    @Test
    void handlerThatThrows_theBlockGivesThePermitBack() throws Exception {
        for (int round = 0; round < 1_000; round++) {
            try (Permit permit = permit(ATTEMPT)) {
                throw new IllegalStateException("in the handler, with " + permit);
            } catch (IllegalStateException expected) {
                assertThat(limiter.snapshot().active()).isZero();
            }
        }
        assertThat(limiter.snapshot().takenBack()).isZero();
    }

    @Test
    void abortedAndForgotten_theHoldEndsByItself() throws Exception {
        Limiter holding = new Limiter(
                LimiterSettings.defaults(new Limit.Fixed(4)).withAbortHold(Duration.ofSeconds(30)), time.time());
        for (int round = 0; round < 1_000; round++) {
            Deadline deadline = time.time().deadlineAfter(Duration.ofMinutes(10));
            ((Permit) holding.acquire(REQUEST, deadline, waiting -> {})).abort();
        }
        time.advance(Duration.ofSeconds(30));
        assertThat(holding.snapshot().demand()).isZero();
        assertThat(time.pendingTimers()).isZero();
    }

    private Permit permit(Duration span) throws InterruptedException {
        PermitDecision decision = limiter.acquire(REQUEST, time.time().deadlineAfter(span), waiting -> {});
        assertThat(decision).isInstanceOf(Permit.class);
        return (Permit) decision;
    }
}
