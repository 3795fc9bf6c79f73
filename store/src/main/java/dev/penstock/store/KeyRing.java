package dev.penstock.store;

import java.util.Map;
import java.util.TreeMap;

/**
 * The keys of fingerprints, versioned; kept in the store and never shown (design 8, "Fingerprint"). Immutable.
 */
public final class KeyRing {

    private final TreeMap<Integer, byte[]> keys = new TreeMap<>();

    /**
     * Makes a ring.
     *
     * @param keys the keys by version, at least one; copied
     */
    public KeyRing(Map<Integer, byte[]> keys) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("a key ring holds at least one key");
        }
        keys.forEach((version, key) -> this.keys.put(version, key.clone()));
    }

    /**
     * The version that new fingerprints are made with.
     *
     * @return the newest version
     */
    public int currentVersion() {
        return keys.lastKey();
    }

    /**
     * A key.
     *
     * @param version its version
     * @return a copy of the key, null if the ring lacks it
     */
    public byte @org.jspecify.annotations.Nullable [] key(int version) {
        byte[] key = keys.get(version);
        return key == null ? null : key.clone();
    }

    @Override
    public String toString() {
        return "KeyRing" + keys.keySet();
    }
}
