package dev.penstock.gateway.api;

import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Tenant;
import org.jspecify.annotations.Nullable;

/** Tells what holds for a call whose header fields say nothing. Thread-safe. */
public sealed interface CallPolicy permits CallDefaults, Canary {

    /**
     * Chooses for one call.
     *
     * @param tenant whose call it is
     * @param key its name, null for none
     * @return what holds for it; the same for the same key, for as long as the policy is the same
     */
    CallDefaults choose(Tenant tenant, @Nullable IdempotencyKey key);
}
