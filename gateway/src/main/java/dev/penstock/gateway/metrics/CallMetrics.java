package dev.penstock.gateway.metrics;

import dev.penstock.client.CallEvent;
import dev.penstock.client.CallListener;
import dev.penstock.client.EngineSnapshot;
import dev.penstock.client.Variant;
import dev.penstock.store.OperationStore;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the engine says (R-OBS-1): logical operations, deliveries, attempts, network sends, retries, dedupe hits and
 * ends, each for itself; timings as histograms (R-OBS-2); the halves of a trial apart (R-PROOF-6). Labels are the names of
 * providers, routes and models and our own constants, at most {@value Places#MOST} places in each half; nothing that a
 * caller wrote gets in otherwise. Thread-safe.
 */
public final class CallMetrics implements CallListener {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EngineGauges gauges = new EngineGauges(registry);
    private final Map<Variant, VariantMeters> variants = new ConcurrentHashMap<>();
    private volatile @Nullable LedgerFigures ledger;

    /** Nothing counted yet. */
    public CallMetrics() {
        VariantMeters unused = of(Variant.NONE);
    }

    /**
     * Shows from now on what waits in a ledger as well, and what is decided there (R-OBS-3).
     *
     * @param operations the ledger's
     * @throws dev.penstock.store.StoreException if it does not answer
     */
    public void watch(OperationStore operations) {
        ledger = new LedgerFigures(registry, operations);
    }

    /**
     * What Prometheus reads.
     *
     * @param now what the engine looks like
     * @return the text exposition format, version 0.0.4
     */
    public String scrape(EngineSnapshot now) {
        gauges.show(now);
        LedgerFigures figures = ledger;
        if (figures != null) {
            figures.show();
        }
        return registry.scrape();
    }

    @Override
    public void on(CallEvent event) {
        of(event.subject().variant()).on(event);
    }

    private VariantMeters of(Variant variant) {
        VariantMeters meters = variants.get(variant);
        return meters != null ? meters : variants.computeIfAbsent(variant, named -> new VariantMeters(registry, named));
    }
}
