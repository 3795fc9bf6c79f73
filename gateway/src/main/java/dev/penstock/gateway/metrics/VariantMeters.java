package dev.penstock.gateway.metrics;

import dev.penstock.client.CallEvent;
import dev.penstock.client.Variant;
import dev.penstock.store.OperationWrite.DeliveryKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** What is counted of the calls in one half of a trial, or in none. Every figure bears the label {@code variant}. */
final class VariantMeters {

    private final Places places;
    private final Counters counters;
    private final Timer queueDelay;
    private final Timer permitWait;
    private final Timer retrySleep;
    private final Timer endToEnd;

    VariantMeters(MeterRegistry registry, Variant variant) {
        String[] common = Labels.of("variant", variant);
        places = new Places(registry, common);
        counters = new Counters(registry, common);
        queueDelay = Timings.histogram(registry, "penstock.queue.delay", "Wait for the first permit", common);
        permitWait = Timings.histogram(registry, "penstock.permit.wait", "Wait for any permit", common);
        retrySleep = Timings.histogram(registry, "penstock.retry.sleep", "Sleep before a retry", common);
        endToEnd = Timings.histogram(registry, "penstock.operation.duration", "From acceptance to the end", common);
    }

    void on(CallEvent event) {
        switch (event) {
            case CallEvent.Accepted accepted ->
                count("penstock.operations", "resumed", accepted.resumed(), "by", accepted.by());
            case CallEvent.Waits waits -> count("penstock.waits", "for", waits.waitingFor());
            case CallEvent.AttemptStarted started -> started(started);
            case CallEvent.AttemptEnded ended -> places.of(ended.place()).ended(ended);
            case CallEvent.RetryScheduled scheduled -> {
                count("penstock.retries.scheduled");
                retrySleep.record(scheduled.delay());
            }
            case CallEvent.Settled settled -> settled(settled);
            case CallEvent.Delivered delivered -> delivered(delivered.kind());
            case CallEvent.RouteStopped stopped -> count("penstock.route.stops", "what", stopped.what());
        }
    }

    private void started(CallEvent.AttemptStarted started) {
        places.of(started.place()).started(started);
        permitWait.record(started.permitWait());
        if (started.number() == 1) {
            queueDelay.record(started.permitWait());
        }
    }

    private void settled(CallEvent.Settled settled) {
        count(
                "penstock.ends",
                "state",
                settled.state().wireName(),
                "reason",
                settled.reason().wireName(),
                "recorded",
                settled.recorded());
        endToEnd.record(settled.elapsed());
    }

    private void delivered(DeliveryKind kind) {
        count("penstock.deliveries", "kind", kind);
        if (kind == DeliveryKind.REPLAYED || kind == DeliveryKind.JOINED) {
            count("penstock.dedupe.hits", "kind", kind);
        }
    }

    private void count(String name, Object... labels) {
        counters.of(name, labels).increment();
    }
}
