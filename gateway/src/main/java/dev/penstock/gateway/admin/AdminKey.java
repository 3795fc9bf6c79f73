package dev.penstock.gateway.admin;

import dev.penstock.gateway.server.Door;
import dev.penstock.gateway.server.Problem;
import dev.penstock.gateway.server.Reply;
import dev.penstock.store.ApiKeySecret;
import java.security.MessageDigest;

/**
 * What operators show. Compared by hash and in constant time: unlike a random key's look-up, this compares with one known
 * secret that a person may have chosen.
 */
public final class AdminKey {

    private final byte[] hash;

    /**
     * A key.
     *
     * @param secret what is asked for
     */
    public AdminKey(ApiKeySecret secret) {
        this.hash = secret.hash().unsafeArray();
    }

    /** Lets only those in who show the key. */
    Door guarded(Answer answer) {
        return head -> {
            byte[] shown = ApiKeySecret.of(head.headers().bearer()).hash().unsafeArray();
            return MessageDigest.isEqual(hash, shown)
                    ? new Door.Open(request -> answer.reply())
                    : new Door.Closed(
                            Problem.of(401, "invalid_admin_key", "show the admin key: Authorization: Bearer …")
                                    .with("www-authenticate", "Bearer"));
        };
    }

    @Override
    public String toString() {
        return "AdminKey[hidden]";
    }

    /** What is answered. */
    @FunctionalInterface
    interface Answer {
        Reply reply();
    }
}
