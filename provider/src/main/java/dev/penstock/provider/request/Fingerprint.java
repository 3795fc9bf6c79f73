package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a request amounts to, as a keyed digest: two requests with one fingerprint ask for the same (R-OP-4). HMAC-SHA-256
 * over the version, the canonical endpoint, the payload version and the canonical body; each part stands behind its
 * length, so that no two lists of parts look alike. Attempt numbers, trace ids, times, tenants, routes and keys of any
 * kind are not in it, and it reveals nothing of what is.
 *
 * @param version the version of this recipe, {@link #VERSION} for new ones
 * @param keyVersion the key it was made with
 * @param digest 64 hexadecimal digits in lower case
 */
public record Fingerprint(int version, int keyVersion, String digest) {

    /** The recipe that this code follows. */
    public static final int VERSION = 1;

    /** The one endpoint there is, however its path was spelt. */
    public static final String CHAT_COMPLETIONS = "/v1/chat/completions";

    /** The top-level names that are left out where nothing else is configured (design 8). */
    public static final Set<String> DEFAULT_VOLATILE_NAMES = Set.of("metadata");

    private static final String ALGORITHM = "HmacSHA256";

    /** Checks the digest's form. */
    public Fingerprint {
        if (digest.length() != 64) {
            throw new IllegalArgumentException("a fingerprint's digest has 64 hexadecimal digits");
        }
    }

    /**
     * The fingerprint of a chat completion.
     *
     * @param key the key to make it with
     * @param payloadVersion the caller's, for changes of templates or tool schemas; "" if none is given
     * @param request the request as the caller sent it
     * @param volatileNames top-level names to leave out beside {@code stream} and {@code stream_options}
     * @return the fingerprint
     */
    public static Fingerprint of(
            FingerprintKey key, String payloadVersion, ChatRequest request, Set<String> volatileNames) {
        Mac mac = macWith(key);
        update(mac, ByteBuffer.allocate(Integer.BYTES).putInt(VERSION).array());
        update(mac, CHAT_COMPLETIONS.getBytes(UTF_8));
        update(mac, payloadVersion.getBytes(UTF_8));
        update(mac, CanonicalJson.of(request, volatileNames));
        return new Fingerprint(VERSION, key.version(), HexFormat.of().formatHex(mac.doFinal()));
    }

    private static void update(Mac mac, byte[] part) {
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        mac.update(part);
    }

    private static Mac macWith(FingerprintKey key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.secret(), ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
