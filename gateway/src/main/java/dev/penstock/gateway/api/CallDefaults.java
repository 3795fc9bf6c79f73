package dev.penstock.gateway.api;

import dev.penstock.client.CallSettings;
import dev.penstock.client.Variant;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * What holds for calls whose header fields say nothing. Immutable.
 *
 * @param settings how a call runs; its tenant is replaced by the caller's
 * @param buffered whether streams are held back until they are complete (design 12)
 * @param traceContext whether a caller's {@code traceparent} is passed on to the provider
 */
public record CallDefaults(CallSettings settings, boolean buffered, boolean traceContext) implements CallPolicy {

    /**
     * Live streams, and no trace context passed on.
     *
     * @param settings how a call runs
     * @return the defaults
     */
    public static CallDefaults of(CallSettings settings) {
        return new CallDefaults(settings, false, false);
    }

    /** The same for every call. */
    @Override
    public CallDefaults choose(Tenant tenant, @Nullable IdempotencyKey key) {
        return this;
    }

    CallDefaults counted(Variant variant) {
        return new CallDefaults(settings.withVariant(variant), buffered, traceContext);
    }
}
