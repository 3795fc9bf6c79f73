package dev.penstock.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A key for a provider. Its text reveals nothing (R-PRIVACY-1). Immutable. */
public final class Credential {

    private final String secret;

    private Credential(String secret) {
        this.secret = secret;
    }

    /**
     * Wraps a key.
     *
     * @param secret visible ASCII, as it goes on the wire
     * @return the credential
     * @throws IllegalArgumentException if it is empty or holds a space or a control character; the message does not
     *     show it
     */
    public static Credential of(String secret) {
        if (secret.isEmpty() || secret.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException("a credential is visible ASCII, at least one character");
        }
        return new Credential(secret);
    }

    /**
     * The key itself, for the wire and for keyed digests alone.
     *
     * @return the secret
     */
    public String reveal() {
        return secret;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Credential that && MessageDigest.isEqual(bytes(), that.bytes());
    }

    @Override
    public int hashCode() {
        return secret.hashCode();
    }

    @Override
    public String toString() {
        return "Credential[hidden]";
    }

    private byte[] bytes() {
        return secret.getBytes(StandardCharsets.US_ASCII);
    }
}
