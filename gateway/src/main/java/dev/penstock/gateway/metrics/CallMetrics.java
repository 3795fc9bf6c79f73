package dev.penstock.gateway.metrics;

import dev.penstock.client.CallEvent;
import dev.penstock.client.CallListener;
import dev.penstock.client.EngineSnapshot;
import dev.penstock.store.OperationWrite.DeliveryKind;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/**
 * Counts what the engine says (R-OBS-1): logical operations, deliveries, attempts, network sends, retries, dedupe hits and
 * ends, each for itself; timings as histograms (R-OBS-2). Labels are the names of providers, routes and models and our own
 * constants, at most {@value Places#MOST} places in all; nothing that a caller wrote gets in otherwise. Thread-safe.
 */
public final class CallMetrics implements CallListener {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EngineGauges gauges = new EngineGauges(registry);
    private final Places places = new Places(registry);
    private final Counters counters = new Counters(registry, new String[0]);
    private final Timer queueDelay = Timings.histogram(registry, "penstock.queue.delay", "Wait for the first permit");
    private final Timer permitWait = Timings.histogram(registry, "penstock.permit.wait", "Wait for any permit");
    private final Timer retrySleep = Timings.histogram(registry, "penstock.retry.sleep", "Sleep before a retry");
    private final Timer endToEnd =
            Timings.histogram(registry, "penstock.operation.duration", "From acceptance to the end");

    /** Nothing counted yet. */
    public CallMetrics() {}

    /**
     * What Prometheus reads.
     *
     * @param now what the engine looks like
     * @return the text exposition format, version 0.0.4
     */
    public String scrape(EngineSnapshot now) {
        gauges.show(now);
        return registry.scrape();
    }

    @Override
    public void on(CallEvent event) {
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
