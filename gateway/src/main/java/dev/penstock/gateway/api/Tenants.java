package dev.penstock.gateway.api;

import java.util.Optional;

/** Who a credential belongs to. Thread-safe; asked once per request, so it must not block on anything slow. */
@FunctionalInterface
public interface Tenants {

    /**
     * Looks a credential up.
     *
     * @param credential what followed {@code Authorization: Bearer}; "" if there was none
     * @return whose it is; empty for a credential that is unknown, revoked or missing: 401 {@code invalid_api_key}
     */
    Optional<TenantGrant> find(String credential);
}
