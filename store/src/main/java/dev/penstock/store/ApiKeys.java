package dev.penstock.store;

import java.util.List;
import java.util.Map;

/**
 * The keys that tenants are known by (R-TENANT-1). Every process that has the store open sees what another one made or
 * revoked with its next read. Thread-safe; every method blocks.
 */
public interface ApiKeys {

    /**
     * Makes a key.
     *
     * @param tenant whose it is
     * @param name what its owner calls it; need not be unique
     * @param ceilings what calls with it may ask for
     * @return the key, and its secret for the only time
     * @throws StoreException if it could not be recorded
     */
    Created create(Tenant tenant, String name, ApiKey.Ceilings ceilings);

    /**
     * Makes a key useless for good. The record stays.
     *
     * @param id which
     * @return whether it was good until now; false also if there is none of that id
     * @throws StoreException if it could not be recorded
     */
    boolean revoke(String id);

    /**
     * Every key, revoked ones included.
     *
     * @return the keys, oldest first
     */
    List<ApiKey> list();

    /**
     * Every key that is good, for whoever looks keys up in memory.
     *
     * @return the keys by the hashes of their secrets
     */
    Map<Bytes, ApiKey> good();

    /**
     * A key that was just made.
     *
     * @param key what is kept of it
     * @param secret what is not kept
     */
    record Created(ApiKey key, ApiKeySecret secret) {}
}
