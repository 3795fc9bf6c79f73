package dev.penstock.gateway.tenant;

import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.gateway.config.TenantConfig;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.ApiKey;
import dev.penstock.store.ApiKey.Ceilings;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.ApiKeys;
import dev.penstock.store.Bytes;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.time.Time;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The good keys, in memory: a look-up never waits for the store, and wrong guesses cost it nothing. A thread of its own
 * reads the store twice a second, so that keys made or revoked beside the gateway count within a second. While the store
 * does not answer, the keys known last stay good. Thread-safe.
 */
public final class KeyTable implements Tenants, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(KeyTable.class.getName());
    private static final long REFRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final @Nullable ApiKeySecret own;
    private final Time time;

    /** The rivals are a look at the store and a reload. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile Known known;
    private @Nullable Thread refresher;

    /** The keys and the ceilings that hold for them; replaced as a whole. */
    private record Known(Map<Bytes, ApiKey> keys, Map<String, TenantConfig> ceilings, Map<Bytes, TenantGrant> grants) {}

    private KeyTable(@Nullable ApiKeySecret own, Map<String, TenantConfig> ceilings, Time time) {
        this.own = own;
        this.time = time;
        this.known = known(own, Map.of(), ceilings);
    }

    /**
     * Reads the keys, and goes on reading them until it is closed.
     *
     * @param own a key of this process alone, for tenant {@link Tenant#LOCAL} with the widest ceilings; null for none
     * @param keys the store's keys; null without a store
     * @param ceilings the most that tenants may ask for, by name
     * @param time time
     * @return the table
     */
    public static KeyTable start(
            @Nullable ApiKeySecret own, @Nullable ApiKeys keys, Map<String, TenantConfig> ceilings, Time time) {
        KeyTable table = new KeyTable(own, ceilings, time);
        if (keys != null) {
            table.take(keys.good());
            table.refresher = Thread.ofVirtual().name("penstock-keys").start(() -> table.refreshUntilInterrupted(keys));
        }
        return table;
    }

    /**
     * Takes other ceilings, for calls that come from now on.
     *
     * @param ceilings the most that tenants may ask for, by name
     */
    public void reload(Map<String, TenantConfig> ceilings) {
        lock.lock();
        try {
            known = known(own, known.keys(), ceilings);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<TenantGrant> find(String credential) {
        return credential.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(
                        known.grants().get(ApiKeySecret.of(credential).hash()));
    }

    @Override
    public void close() {
        Thread running = refresher;
        if (running != null) {
            running.interrupt();
        }
    }

    private void refreshUntilInterrupted(ApiKeys source) {
        try {
            while (true) {
                time.sleeper().sleep(REFRESH_NANOS);
                try {
                    take(source.good());
                } catch (StoreException e) {
                    LOG.log(System.Logger.Level.WARNING, "the keys of tenants could not be read: {0}", e.kind());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Map<Bytes, ApiKey> good) {
        lock.lock();
        try {
            known = known(own, good, known.ceilings());
        } finally {
            lock.unlock();
        }
    }

    private static Known known(
            @Nullable ApiKeySecret own, Map<Bytes, ApiKey> good, Map<String, TenantConfig> ceilings) {
        Map<Bytes, TenantGrant> grants = new HashMap<>();
        if (own != null) {
            grants.put(own.hash(), owner(ceilings));
        }
        good.forEach((hash, key) -> grants.put(hash, grant(key, ceilings)));
        return new Known(Map.copyOf(good), Map.copyOf(ceilings), Map.copyOf(grants));
    }

    private static TenantGrant grant(ApiKey key, Map<String, TenantConfig> ceilings) {
        TenantConfig most = ceilings.get(key.tenant().id());
        return grant(key.tenant(), most == null ? key.ceilings() : most.lower(key.ceilings()));
    }

    /** Whoever started this process may do whatever the configuration does not forbid. */
    private static TenantGrant owner(Map<String, TenantConfig> ceilings) {
        TenantConfig most = ceilings.getOrDefault(Tenant.LOCAL.id(), TenantConfig.widest());
        return grant(
                Tenant.LOCAL,
                new Ceilings(
                        most.maxPriority(), most.maxReplay(), most.maxDeadline().value()));
    }

    private static TenantGrant grant(Tenant tenant, Ceilings ceilings) {
        return new TenantGrant(
                tenant,
                ceilings.priority(),
                EnumSet.range(ReplaySetting.NEVER, ceilings.replay()),
                ceilings.deadline());
    }
}
