package dev.penstock.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-CLASS-1 evidence of a send")
class TraceTest {

    private final VirtualTime time = new VirtualTime(-5);
    private final Trace trace = new Trace(time.time().ticker());

    @Test
    void untouched_isNotStarted() {
        trace.ended();

        assertThat(trace.evidence().stage()).isEqualTo(DeliveryStage.NOT_STARTED);
        assertThat(trace.evidence().how()).isEqualTo(Proof.NO_REQUEST_BYTE);
        assertThat(trace.evidence().timings()).isEqualTo(Timings.NONE);
    }

    @Test
    void connectedOnly_provesNoRequestByteEvenThroughAProxy() {
        trace.connecting();
        trace.connected(true, true);

        assertThat(trace.evidence().stage()).isEqualTo(DeliveryStage.CONNECTED);
        assertThat(trace.evidence().how()).isEqualTo(Proof.NO_REQUEST_BYTE);
        assertThat(trace.evidence().connectionReused()).isTrue();
    }

    @Test
    void lastByteHeldBack_isNotProcessable() {
        started(false);
        trace.handingOver(false);
        trace.handedOver(100, false);

        assertThat(trace.evidence().how()).isEqualTo(Proof.NOT_PROCESSABLE);
        assertThat(trace.evidence().requestBytes()).isEqualTo(100);
    }

    @Test
    void lastByteHeldBackThroughAProxy_provesNothing() {
        started(true);
        trace.handingOver(false);

        assertThat(trace.evidence().how()).isEqualTo(Proof.NONE);
    }

    @Test
    void lastByteHandedOverButNotConfirmed_provesNothing() {
        started(false);
        trace.handingOver(true);

        assertThat(trace.evidence().stage()).isEqualTo(DeliveryStage.REQUEST_STARTED);
        assertThat(trace.evidence().how()).isEqualTo(Proof.NONE);
    }

    @Test
    void answerBeforeTheRequestsEnd_provesNothingAndKeepsTheStage() {
        started(false);
        trace.handingOver(false);
        trace.responseStarted();
        trace.handedOver(10, true);

        assertThat(trace.evidence().stage()).isEqualTo(DeliveryStage.RESPONSE_STARTED);
        assertThat(trace.evidence().how()).isEqualTo(Proof.NONE);
    }

    @Test
    void steps_areTimedFromTheBeginning() {
        time.advance(Duration.ofNanos(1000));
        trace.connecting();
        time.advance(Duration.ofNanos(10));
        trace.connected(false, false);
        time.advance(Duration.ofNanos(10));
        trace.handingOver(true);
        trace.handedOver(1, true);
        time.advance(Duration.ofNanos(10));
        trace.responseStarted();
        trace.headArrived();
        time.advance(Duration.ofNanos(10));
        trace.responseComplete();
        trace.ended();

        assertThat(trace.evidence().timings()).isEqualTo(new Timings(10, 20, 30, Timings.NEVER, 40));
    }

    private void started(boolean proxied) {
        trace.connecting();
        trace.connected(false, proxied);
    }
}
