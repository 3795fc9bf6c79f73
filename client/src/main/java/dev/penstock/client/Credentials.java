package dev.penstock.client;

import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.store.KeyRing;
import dev.penstock.store.Ledger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Tells a route's credential from others without telling what it is: by a keyed digest (design 6). */
final class Credentials {

    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] key;

    private Credentials(byte[] key) {
        this.key = key;
    }

    /**
     * What tells the credentials of one engine apart.
     *
     * @param ledger whose key ring makes the digests, so that they hold across restarts; null for this process alone
     */
    static Credentials keyedBy(@Nullable Ledger ledger, RandomGenerator random) {
        return new Credentials(ledger == null ? ownKey(random) : ringKey(ledger.keyRing()));
    }

    /** Identifies a route's credential. */
    RouteCredential identify(Route route) {
        return new RouteCredential(
                route.accountKey(), route.name(), digest(route.credential().reveal()));
    }

    private static byte[] ringKey(KeyRing ring) {
        byte[] key = ring.key(ring.currentVersion());
        if (key == null) {
            throw new IllegalStateException("the key ring lacks its newest key");
        }
        return key;
    }

    private static byte[] ownKey(RandomGenerator random) {
        byte[] key = new byte[32];
        random.nextBytes(key);
        return key;
    }

    private String digest(String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(secret.getBytes(StandardCharsets.UTF_8)), 0, 16);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK lacks " + ALGORITHM, e);
        }
    }
}
