package dev.penstock.client;

import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.Fingerprint;
import dev.penstock.provider.request.FingerprintKey;
import dev.penstock.store.KeyRing;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.WriteResult.FingerprintMatch;

/** What requests amount to, by the ledger's own keys (R-OP-4). Thread-safe. */
final class Fingerprints {

    private final KeyRing ring;

    Fingerprints(KeyRing ring) {
        this.ring = ring;
    }

    /** The fingerprint of a request under the newest key. */
    StoredFingerprint of(ChatRequest request, String payloadVersion) {
        byte[] key = ring.key(ring.currentVersion());
        if (key == null) {
            throw new IllegalStateException("the key ring lacks its newest key");
        }
        return made(request, payloadVersion, ring.currentVersion(), key);
    }

    /** How a request compares with a record, under the record's own key; in doubt never the same. */
    FingerprintMatch compare(StoredFingerprint stored, StoredFingerprint mine, ChatRequest request) {
        if (stored.equals(mine)) {
            return FingerprintMatch.SAME;
        }
        byte[] key = ring.key(stored.keyVersion());
        if (key == null || stored.version() != Fingerprint.VERSION) {
            return FingerprintMatch.UNVERIFIABLE;
        }
        return stored.keyVersion() != mine.keyVersion()
                        && stored.equals(made(request, mine.payloadVersion(), stored.keyVersion(), key))
                ? FingerprintMatch.SAME
                : FingerprintMatch.DIFFERENT;
    }

    private static StoredFingerprint made(ChatRequest request, String payloadVersion, int version, byte[] key) {
        Fingerprint made = Fingerprint.of(
                new FingerprintKey(version, key), payloadVersion, request, Fingerprint.DEFAULT_VOLATILE_NAMES);
        return new StoredFingerprint(made.version(), made.keyVersion(), made.digest(), payloadVersion);
    }
}
