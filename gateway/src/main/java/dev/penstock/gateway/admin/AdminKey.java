package dev.penstock.gateway.admin;

import dev.penstock.gateway.server.Problem;
import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.Request;
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

    /** Answers only those who show the key. */
    Reply guarded(Request request, Answer answer) {
        byte[] shown = ApiKeySecret.of(request.headers().bearer()).hash().unsafeArray();
        return MessageDigest.isEqual(hash, shown)
                ? answer.reply()
                : Problem.of(401, "invalid_admin_key", "show the admin key: Authorization: Bearer …")
                        .with("www-authenticate", "Bearer");
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
