package dev.penstock.http.netty;

import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.time.Ticker;

/** Collects the evidence of one send. Guarded by the lock of the {@link ExchangeState} that owns it. */
final class Trace {

    private final Ticker ticker;
    private long startedAt;
    private DeliveryStage stage = DeliveryStage.NOT_STARTED;
    private boolean reused;
    private boolean proxied;
    private boolean lastByteHandedOver;
    private long requestBytes;
    private long responseBytes;
    private long connected = Timings.NEVER;
    private long requestComplete = Timings.NEVER;
    private long responseStarted = Timings.NEVER;
    private long ended = Timings.NEVER;

    Trace(Ticker ticker) {
        this.ticker = ticker;
    }

    void connecting() {
        startedAt = ticker.nanos();
        stage = DeliveryStage.CONNECTING;
    }

    void connected(boolean connectionReused, boolean throughProxy) {
        stage = DeliveryStage.CONNECTED;
        reused = connectionReused;
        proxied = throughProxy;
        connected = elapsed();
    }

    /** Called before the bytes are handed over, so that nothing can leave unrecorded. */
    void handingOver(boolean last) {
        reach(DeliveryStage.REQUEST_STARTED);
        lastByteHandedOver |= last;
    }

    void handedOver(int bytes, boolean last) {
        requestBytes += bytes;
        if (last) {
            reach(DeliveryStage.REQUEST_COMPLETE);
            requestComplete = elapsed();
        }
    }

    void responseStarted() {
        reach(DeliveryStage.RESPONSE_STARTED);
    }

    void headArrived() {
        responseStarted = elapsed();
    }

    void bodyArrived(int bytes) {
        responseBytes += bytes;
    }

    void responseComplete() {
        reach(DeliveryStage.RESPONSE_COMPLETE);
    }

    void ended() {
        if (stage != DeliveryStage.NOT_STARTED) {
            ended = elapsed();
        }
    }

    DeliveryEvidence evidence() {
        var timings = new Timings(connected, requestComplete, responseStarted, Timings.NEVER, ended);
        return new DeliveryEvidence(stage, requestBytes, responseBytes, reused, timings, proof());
    }

    private Proof proof() {
        if (!stage.reached(DeliveryStage.REQUEST_STARTED)) {
            return Proof.NO_REQUEST_BYTE;
        }
        boolean lengthFramedAndCut = !lastByteHandedOver && !stage.reached(DeliveryStage.RESPONSE_STARTED);
        return lengthFramedAndCut && !proxied ? Proof.NOT_PROCESSABLE : Proof.NONE;
    }

    private void reach(DeliveryStage next) {
        if (!stage.reached(next)) {
            stage = next;
        }
    }

    private long elapsed() {
        return ticker.nanos() - startedAt;
    }
}
