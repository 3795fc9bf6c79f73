package dev.penstock.gateway.api;

import dev.penstock.client.Variant;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Tenant;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A change of policy that holds for a share of the calls, beside the rest (R-PROOF-6). A call with a key falls by its
 * tenant's and its own name, so that every repeat, here or after a restart, falls into the same half, and a larger share
 * only adds keys to the canary. One without a key falls by chance. Thread-safe if its chance is.
 */
public final class Canary implements CallPolicy {

    private static final double HIGHEST = 100;

    /** As many bits as a double holds exactly. */
    private static final int SPARE_BITS = Long.SIZE - 53;

    private static final double STEP = HIGHEST / (1L << 53);

    private final CallDefaults baseline;
    private final CallDefaults trial;
    private final double percent;
    private final RandomGenerator random;

    /**
     * A trial.
     *
     * @param baseline what holds without the change
     * @param trial what holds with it
     * @param percent the share of the calls that it holds for, 0 to 100
     * @param random chance, for calls without a key
     */
    public Canary(CallDefaults baseline, CallDefaults trial, double percent, RandomGenerator random) {
        if (!(percent >= 0 && percent <= HIGHEST)) {
            throw new IllegalArgumentException("percent is 0 to 100, was " + percent);
        }
        this.baseline = baseline.counted(Variant.BASELINE);
        this.trial = trial.counted(Variant.CANARY);
        this.percent = percent;
        this.random = random;
    }

    @Override
    public CallDefaults choose(Tenant tenant, @Nullable IdempotencyKey key) {
        double at = key == null ? random.nextDouble() * HIGHEST : place(tenant, key);
        return at < percent ? trial : baseline;
    }

    /** Where a key stands between 0 and 100: spread evenly, and the same on every machine. */
    private static double place(Tenant tenant, IdempotencyKey key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(tenant.id().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            byte[] hash = digest.digest(key.value().getBytes(StandardCharsets.UTF_8));
            return (ByteBuffer.wrap(hash).getLong() >>> SPARE_BITS) * STEP;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
