package dev.penstock.client;

import dev.penstock.policy.admission.AccountKey;
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

    private Credentials() {}

    /**
     * Identifies a route's credential.
     *
     * @param ledger whose key ring makes the digest, so that it holds across restarts; null for this process alone
     */
    static RouteCredential identify(Route route, @Nullable Ledger ledger, RandomGenerator random) {
        byte[] key = ledger == null ? ownKey(random) : ringKey(ledger.keyRing());
        AccountKey account = new AccountKey(route.profile().name(), route.account());
        return new RouteCredential(
                account, route.name(), digest(key, route.credential().reveal()));
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

    private static String digest(byte[] key, String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(secret.getBytes(StandardCharsets.UTF_8)), 0, 16);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK lacks " + ALGORITHM, e);
        }
    }
}
