package dev.penstock.client;

import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.Fingerprint;
import dev.penstock.provider.request.FingerprintKey;
import dev.penstock.provider.request.RequestParse;
import dev.penstock.store.Bytes;
import dev.penstock.store.KeyRing;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.WriteResult.FingerprintMatch;
import java.util.Optional;

/**
 * What requests amount to, by the ledger's own keys (R-OP-4): the same for whoever asks beside the engine as for the
 * engine itself. Thread-safe.
 */
public final class Fingerprints {

    private final KeyRing ring;

    /**
     * Fingerprints under a ledger's keys.
     *
     * @param ring the ledger's ring
     */
    public Fingerprints(KeyRing ring) {
        this.ring = ring;
    }

    /**
     * Whether a body asks for what a generation was made for, without looking at the stored body; in doubt it does not
     * (R-OP-3).
     *
     * @param body a request's body
     * @param stored the generation's fingerprint
     * @return true if it certainly does
     */
    public boolean isSame(Bytes body, StoredFingerprint stored) {
        byte[] key = ring.key(stored.keyVersion());
        return key != null
                && ChatRequest.parse(body.unsafeArray()) instanceof RequestParse.Valid valid
                && stored.equals(made(valid.request(), stored.payloadVersion(), stored.keyVersion(), key));
    }

    /**
     * The fingerprint of a body under the newest key.
     *
     * @param body a request's body
     * @param payloadVersion the caller's version of templates and tools; "" for none
     * @return its fingerprint, empty if it is not a chat request
     */
    public Optional<StoredFingerprint> of(Bytes body, String payloadVersion) {
        return ChatRequest.parse(body.unsafeArray()) instanceof RequestParse.Valid valid
                ? Optional.of(of(valid.request(), payloadVersion))
                : Optional.empty();
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
